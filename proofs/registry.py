"""Which claims there are, and the module of each: one theorem, one module.

A module has the claim as ``CLAIM``, or under the name after the colon: sentences about tables,
which are short, share a module.  The titles stand here so that ``verify list`` needs to import no
proofs; a test compares them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from proofs.index import index

if TYPE_CHECKING:
    from proofs.claims import Claim

MODULES = {
    "pln.lemma1": "proofs.pln.lemma1",
    "pln.lemma2": "proofs.pln.lemma2",
    "pln.thm1": "proofs.pln.thm1",
    "pln.lemma3": "proofs.pln.lemma3",
    "pln.thm4": "proofs.pln.thm4",
    "pln.thm2": "proofs.pln.thm2",
    "pln.thm3": "proofs.pln.thm3",
    "pln.thm3.density": "proofs.pln.thm3_density",
    "pln.ridge": "proofs.pln.ridge",
    "pln.ridge.rms": "proofs.pln.ridge_rms",
    "pln.prop1.sigmoid": "proofs.pln.prop1_sigmoid",
    "pln.prop1.tanh": "proofs.pln.prop1_tanh",
    "pln.affine": "proofs.pln.affine",
    "pln.prop2.upper": "proofs.pln.prop2_upper",
    "pln.prop2.lower": "proofs.pln.prop2_lower",
    "pln.lemma4": "proofs.pln.lemma4",
    "pln.lemma4.almost": "proofs.pln.lemma4_almost",
    "pln.prop3": "proofs.pln.prop3",
    "pln.prop4": "proofs.pln.prop4",
    "pln.table1": "proofs.pln.table1",
    "pln.appB1.batches": "proofs.pln.text_claims:BATCHES",
    "pln.table1.half": "proofs.pln.table1_sentences:HALF",
    "pln.table1.best": "proofs.pln.table1_sentences:BEST",
    "pln.table1.strength": "proofs.pln.table1_sentences:STRENGTH",
    "pln.table1.strength.widths": "proofs.pln.table1_sentences:STRENGTH_WIDTHS",
    "pln.table2.explosion": "proofs.pln.table_claims:TABLE2_EXPLOSION",
    "pln.table2.vanishing": "proofs.pln.table_claims:TABLE2_VANISHING",
    "fl.eq5": "proofs.fl.eq5",
    "fl.assumption1": "proofs.fl.assumption1",
    "fl.assumption1.bias": "proofs.fl.assumption1_bias",
    "fl.assumption1.activation": "proofs.fl.assumption1_activation",
    "fl.lemma1": "proofs.fl.lemma1",
    "fl.absorb": "proofs.fl.absorb",
    "fl.absorb.slope": "proofs.fl.absorb_slope",
    "fl.prop1": "proofs.fl.prop1",
    "fl.prop1.maxeps": "proofs.fl.prop1_maxeps",
    "fl.eq15": "proofs.fl.eq15",
    "fl.prop1.training": "proofs.fl.prop1_training",
    "fl.prop1.training.biases": "proofs.fl.prop1_training_biases",
    "fl.prop2": "proofs.fl.prop2",
    "fl.resnet": "proofs.fl.resnet",
    "fl.resnet.replace": "proofs.fl.resnet_replace",
    "fl.prop3a": "proofs.fl.prop3a",
    "fl.maxeps": "proofs.fl.maxeps",
    "fl.prop3b.pre": "proofs.fl.prop3b_pre",
    "fl.prop3b.post": "proofs.fl.prop3b_post",
    "fl.prop3b.post.rows": "proofs.fl.prop3b_rows",
    "fl.cor1": "proofs.fl.cor1",
    "fl.cor1.unique": "proofs.fl.cor1_unique",
    "fl.vit": "proofs.fl.vit",
    "fl.thm1": "proofs.fl.thm1",
    "fl.thm1.limits": "proofs.fl.thm1_limits",
    "fl.table1.best": "proofs.fl.table_claims:TABLE1_BEST",
    "fl.table1.inferior": "proofs.fl.table_claims:TABLE1_INFERIOR",
    "fl.table1.gain": "proofs.fl.table_claims:TABLE1_GAIN",
    "fl.table1.only": "proofs.fl.table_claims:TABLE1_ONLY",
    "fl.table1.skew": "proofs.fl.table_claims:TABLE1_SKEW",
    "fl.table1.skew.each": "proofs.fl.table_claims:TABLE1_SKEW_EACH",
    "fl.table1.table2": "proofs.fl.table_claims:TABLE1_TABLE2",
    "fl.table1.table11": "proofs.fl.table_claims:TABLE1_TABLE11",
    "fl.table1.beta": "proofs.fl.table_claims:TABLE1_BETA",
    "fl.table2.gap": "proofs.fl.table_claims:TABLE2_GAP",
    "fl.table3.simplify": "proofs.fl.table_claims:TABLE3_SIMPLIFY",
    "fl.table3.simplify.each": "proofs.fl.table_claims:TABLE3_SIMPLIFY_EACH",
    "fl.table4.bn": "proofs.fl.table_claims:TABLE4_BN",
    "fl.table5.edge": "proofs.fl.table_claims:TABLE5_EDGE",
    "fl.table5.edge.each": "proofs.fl.table_claims:TABLE5_EDGE_EACH",
    "fl.table7.flatten": "proofs.fl.table_claims:TABLE7_FLATTEN",
    "fl.table8.clients": "proofs.fl.table_claims:TABLE8_CLIENTS",
    "fl.table9.rate": "proofs.fl.table_claims:TABLE9_RATE",
    "fl.table10.fedavg": "proofs.fl.table_claims:TABLE10_FEDAVG",
    "fl.table11.beta": "proofs.fl.table_claims:TABLE11_BETA",
    "fl.table11.severity": "proofs.fl.table_claims:TABLE11_SEVERITY",
    "fl.table11.severity.each": "proofs.fl.table_claims:TABLE11_SEVERITY_EACH",
    "fl.table12.combined": "proofs.fl.table_claims:TABLE12_COMBINED",
    "fl.table13.help": "proofs.fl.table_claims:TABLE13_HELP",
    "fl.table13.help.each": "proofs.fl.table_claims:TABLE13_HELP_EACH",
    "fl.table14.order": "proofs.fl.table_claims:TABLE14_ORDER",
    "layeract.eq4": "proofs.layeract.eq4",
    "layeract.eq4.method": "proofs.layeract.eq4_method",
    "layeract.eq7": "proofs.layeract.eq7",
    "layeract.eq8": "proofs.layeract.eq8",
    "layeract.eq8.relu": "proofs.layeract.eq8:RELU_CLAIM",
    "layeract.eq9": "proofs.layeract.eq9",
    "layeract.eq9.euclid": "proofs.layeract.eq9:EUCLID_CLAIM",
    "layeract.eq9.scales": "proofs.layeract.eq9_compare:SCALES_CLAIM",
    "layeract.eq9.scale": "proofs.layeract.eq9_text:SCALE_CLAIM",
    "layeract.eq9.lower": "proofs.layeract.eq9_text:LOWER_CLAIM",
    "layeract.eq9.comparison": "proofs.layeract.eq9_compare:COMPARISON_CLAIM",
    "layeract.eq9.smaller": "proofs.layeract.eq9_compare:SMALLER_CLAIM",
    "layeract.eq9.across": "proofs.layeract.eq9_compare:ACROSS_CLAIM",
    "layeract.eq9.lipschitz": "proofs.layeract.eq9_compare:LIPSCHITZ_CLAIM",
    "layeract.table1.best": "proofs.layeract.table_claims:TABLE1_BEST",
    "layeract.table2.total": "proofs.layeract.table_claims:TOTAL",
    "layeract.table3.outperform": "proofs.layeract.table_claims:TABLE3_OUTPERFORM",
    "layeract.table3.outperform.each": "proofs.layeract.table_claims:TABLE3_OUTPERFORM_EACH",
    "layeract.table3.clean": "proofs.layeract.table_claims:TABLE3_CLEAN",
    "layeract.table3.worse": "proofs.layeract.table_claims:TABLE3_WORSE",
    "layeract.table3.worse.each": "proofs.layeract.table_claims:TABLE3_WORSE_EACH",
    "layeract.table4.relu": "proofs.layeract.table_claims:TABLE4_RELU",
    "layeract.table4.four": "proofs.layeract.table_claims:TABLE4_FOUR",
    "layeract.table4.silu": "proofs.layeract.table_claims:TABLE4_SILU",
    "layeract.table4.silu.each": "proofs.layeract.table_claims:TABLE4_SILU_EACH",
    "layeract.table6.noisy": "proofs.layeract.table_claims:TABLE6_NOISY",
    "layeract.table6.clean": "proofs.layeract.table_claims:TABLE6_CLEAN",
    "layeract.table6.trials": "proofs.layeract.table_claims:TABLE6_TRIALS",
    "layeract.table7.differs": "proofs.layeract.table_claims:TABLE7_DIFFERS",
    "layeract.table10.noisy": "proofs.layeract.table_claims:TABLE10_NOISY",
    "layeract.table10.noisy.each": "proofs.layeract.table_claims:TABLE10_NOISY_EACH",
    "layeract.table10.clean": "proofs.layeract.table_claims:TABLE10_CLEAN",
    "layeract.table10.silu": "proofs.layeract.table_claims:TABLE10_SILU",
    "layeract.table10.silu.each": "proofs.layeract.table_claims:TABLE10_SILU_EACH",
    "layeract.table14.every": "proofs.layeract.table_claims:TABLE14_EVERY",
    "layeract.table15.gelu": "proofs.layeract.table_claims:TABLE15_GELU",
    "layeract.table15.columns": "proofs.layeract.table_claims:TABLE15_COLUMNS",
    "layeract.table8.switchnorm": "proofs.layeract.more_table_claims:TABLE8_SWITCHNORM",
    "layeract.table8.switchnorm.each": "proofs.layeract.more_table_claims:TABLE8_SWITCHNORM_EACH",
    "layeract.table12.similar": "proofs.layeract.more_table_claims:TABLE12_SIMILAR",
    "layeract.table16.similar": "proofs.layeract.more_table_claims:TABLE16_SIMILAR",
    "layeract.table16.similar.clean": "proofs.layeract.more_table_claims:TABLE16_SIMILAR_CLEAN",
    "layeract.table20.count.all": "proofs.layeract.more_table_claims:TABLE20_COUNT",
    "layeract.table22.significant": "proofs.layeract.more_table_claims:TABLE22_SIGNIFICANT",
    "layeract.eq2": "proofs.layeract.eq2",
    "layeract.def2_1": "proofs.layeract.def2_1",
    "layeract.def2_1.any": "proofs.layeract.def2_1_any",
    "layeract.def2_2": "proofs.layeract.def2_2",
    "layeract.def2_3": "proofs.layeract.def2_3",
    "layeract.def2_3.saturated": "proofs.layeract.def2_3_saturated",
    "layeract.backward": "proofs.layeract.backward",
    "layeract.continuity": "proofs.layeract.continuity",
    "layeract.continuity.anywhere": "proofs.layeract.continuity_anywhere",
    "layeract.def3_1": "proofs.layeract.def3_1",
    "layeract.saturation": "proofs.layeract.saturation",
    "layeract.saturation.every": "proofs.layeract.saturation_every",
    "layeract.zeromean": "proofs.layeract.zeromean",
    "layeract.zeromean.layer": "proofs.layeract.zeromean:LAYER_CLAIM",
    "layeract.zeromean.always": "proofs.layeract.zeromean_always",
    "layeract.appC": "proofs.layeract.app_c",
    "layeract.appC.information": "proofs.layeract.app_c_information",
    "layeract.appD": "proofs.layeract.app_d",
    "layeract.appD.symbols": "proofs.layeract.app_d_symbols",
    "sumformer.definitions": "proofs.sumformer.definitions",
    "sumformer.lemma2_9": "proofs.sumformer.lemma2_9",
    "sumformer.thm2_12": "proofs.sumformer.thm2_12",
    "sumformer.thm2_12.bound": "proofs.sumformer.thm2_12_bound",
    "sumformer.thm2_12.three_tokens": "proofs.sumformer.thm2_12:THREE_TOKENS",
    "sumformer.thm2_12.small_n": "proofs.sumformer.thm2_12:SMALL_N",
    "sumformer.thm2_13": "proofs.sumformer.thm2_13",
    "sumformer.thmC_1": "proofs.sumformer.thm2_13:THM_C1",
    "sumformer.thm4_1.continuous": "proofs.sumformer.thm4_1_continuous",
    "sumformer.thm4_1.bernstein": "proofs.sumformer.bernstein_claims",
    "sumformer.thm4_1.discontinuous": "proofs.sumformer.thm4_1_discontinuous",
    "sumformer.thm4_1.one_latent": "proofs.sumformer.one_latent_claims",
    "sumformer.code": "proofs.sumformer.codes_claims",
    "sumformer.dprime": "proofs.sumformer.dprime",
    "sumformer.dprime.fixed": "proofs.sumformer.sizes_claims:FIXED",
    "sumformer.dprime.both": "proofs.sumformer.sizes_claims:BOTH",
    "sumformer.sizes.layers": "proofs.sumformer.sizes_claims:LAYERS_CLAIM",
    "sumformer.sizes.layers.exponential": "proofs.sumformer.sizes_claims:EXPONENTIAL",
    "sumformer.sizes.attention_matrix.weights": "proofs.sumformer.sizes_claims:WEIGHTS",
    "sumformer.sizes.attention_matrix.n_by_n": "proofs.sumformer.sizes_claims:MATRIX_CLAIM",
    "sumformer.thm4_3": "proofs.sumformer.thm4_3",
    "sumformer.thm4_3.one_latent": "proofs.sumformer.one_latent_claims:TRANSFORMER",
    "sumformer.thm4_4": "proofs.sumformer.thm4_4",
    "sumformer.thm4_4.one_token": "proofs.sumformer.thm4_4_one",
    "sumformer.thm4_5": "proofs.sumformer.thm4_5",
    "weierstrass.newton": "proofs.weierstrass.newton",
    "weierstrass.newton.polynomial": "proofs.weierstrass.newton_polynomial",
    "weierstrass.newton.goldschmidt": "proofs.weierstrass.goldschmidt",
    "weierstrass.newton.precision": "proofs.weierstrass.newton_precision",
    "weierstrass.newton.precision.basin": "proofs.weierstrass.newton_unreduced:EVERY_CLAIM",
    "weierstrass.newton.precision.unreduced": "proofs.weierstrass.newton_unreduced:ONE_CLAIM",
    "weierstrass.newton.guesses.linear": "proofs.weierstrass.newton_guesses_linear:LINEAR_CLAIM",
    "weierstrass.newton.guesses.constant": (
        "proofs.weierstrass.newton_guesses_linear:CONSTANT_CLAIM"
    ),
    "weierstrass.closed_form": "proofs.weierstrass.closed_form",
    "weierstrass.entire": "proofs.weierstrass.entire",
    "weierstrass.weber": "proofs.weierstrass.weber",
    "weierstrass.weber.entire": "proofs.weierstrass.weber:ENTIRE_CLAIM",
    "weierstrass.limit": "proofs.weierstrass.limit",
    "weierstrass.limit.closer": "proofs.weierstrass.limit_closer:CLOSER_CLAIM",
    "weierstrass.limit.closer.monotone": "proofs.weierstrass.limit_closer:MONOTONE_CLAIM",
    "weierstrass.randomized": "proofs.weierstrass.randomized",
    "weierstrass.randomized.entire": "proofs.weierstrass.randomized_entire:ENTIRE",
    "weierstrass.branch_points": "proofs.weierstrass.branch_points",
    "weierstrass.branch_points.clamped": "proofs.weierstrass.branch_points:KINKED",
    "weierstrass.branch_points.worse": "proofs.weierstrass.branch_points:WORSE",
    "weierstrass.branch_points.worse.plain": "proofs.weierstrass.branch_points:PLAIN",
    "weierstrass.branch_points.worse.radius": "proofs.weierstrass.branch_points:RADIUS_CLAIM",
    "weierstrass.ghost_distance": "proofs.weierstrass.ghost_distance",
    "weierstrass.ghost_distance.path": "proofs.weierstrass.ghost_path:PATH_CLAIM",
    "weierstrass.ghost_distance.path.any": "proofs.weierstrass.ghost_path:ANY_CLAIM",
    "weierstrass.ghost_distance.radius": "proofs.weierstrass.radius",
    "weierstrass.ghost_distance.radius.any": "proofs.weierstrass.radius:ANY_CLAIM",
    "weierstrass.ghost_distance.positive": "proofs.weierstrass.ghost_distance:POSITIVE_CLAIM",
    "weierstrass.ghost_distance.positive.variance": (
        "proofs.weierstrass.ghost_distance:VARIANCE_CLAIM"
    ),
    "weierstrass.maclaurin": "proofs.weierstrass.maclaurin",
}
TITLES = {
    "pln.lemma1": "Every sign network is a limit of PLN networks",
    "pln.lemma2": "Sign networks approximate every L-Lipschitz function",
    "pln.thm1": "Minimum approximation width of PLN-Net",
    "pln.lemma3": "A PLN network is a sum of sigmoidal functions",
    "pln.thm4": "Sums of a bounded sigmoidal function are dense in C([0, 1]^n)",
    "pln.thm2": "PLN-Nets are dense in C([0, 1]^n)",
    "pln.thm3": "Minimum approximation width of PLS-Net",
    "pln.thm3.density": "PLS-Nets are dense in C([0, 1]^n)",
    "pln.ridge": "Width of PLN-Net for functions of n variables",
    "pln.ridge.rms": "Width of PLS-Net for functions of n variables",
    "pln.prop1.sigmoid": "Minimum approximation width of sigmoid networks",
    "pln.prop1.tanh": "Minimum approximation width of tanh networks",
    "pln.affine": "The lines come within L h/4 of every L-Lipschitz function, and no closer",
    "pln.prop2.upper": "Minimum approximation width of ReLU networks, upper bound",
    "pln.prop2.lower": "Minimum approximation width of ReLU networks, lower bound",
    "pln.lemma4": "One LN-2 unit is a step function",
    "pln.lemma4.almost": "One LN-2 unit is a step function, up to its value at the jump",
    "pln.prop3": "Minimum approximation width of PLN-2",
    "pln.prop4": "Minimum approximation width of PLS-1",
    "pln.table1": "Bounds on the width for each nonlinear layer",
    "pln.appB1.batches": "Appendix B.1 names the four batch sizes that it counts",
    "pln.table1.half": "By the bounds of Table 1, PLN-2 needs nearly twice the width of ReLU",
    "pln.table1.best": "In Table 1, PLN-4 is the best of the norm sizes",
    "pln.table1.strength": "In Table 1 the upper bound of Sigmoid is at most that of ReLU",
    "pln.table1.strength.widths": (
        "From Table 1 it follows that Sigmoid needs at most the width of ReLU"
    ),
    "pln.table2.explosion": (
        "In Table 2 ReLU has by far the largest gradients, and they grow fastest with depth"
    ),
    "pln.table2.vanishing": "In Table 2 the activations have smaller gradients in VGG than PLN-8",
    "fl.eq5": "Mean-variance normalisation is a shift, a division by the norm and a scaling",
    "fl.assumption1": "Networks without biases from the second layer on are scale equivariant",
    "fl.assumption1.bias": "Zero biases are necessary for the equivariance of the network at hand",
    "fl.assumption1.activation": (
        "An equivariant activation is (Leaky) ReLU, up to constants that adjacent layers absorb"
    ),
    "fl.lemma1": "Scale equivariant activations are linear on each side of 0",
    "fl.absorb": "Leaky ReLU networks express all networks with activations of Eq. 12",
    "fl.absorb.slope": "Absorbed at the same width in Leaky ReLU of a slope that is not negative",
    "fl.prop1": "Scale normalising each layer is scale normalising the last one",
    "fl.prop1.maxeps": (
        "Scale normalising each layer is scale normalising the last one, with max{eps, norm}"
    ),
    "fl.eq15": "The layers of the two networks differ by the factors 1/||a'_i||",
    "fl.prop1.training": "Gradient descent on both formats results in the same network",
    "fl.prop1.training.biases": "Training both formats with biases gives the same network",
    "fl.prop2": "MV normalising each layer is shifting it, and MV normalising the last",
    "fl.resnet": "Residual blocks, and networks of them, are scale equivariant",
    "fl.resnet.replace": "Residual blocks with layer normalisation may be replaced by shifted ones",
    "fl.prop3a": "A vanilla and a feature normalised network err on the same samples",
    "fl.maxeps": "With max{eps, norm} no assumption on the features is needed",
    "fl.prop3b.pre": "Vanilla networks err as those with pre-activation layer normalisation",
    "fl.prop3b.post": "Vanilla networks err as those with post-activation layer normalisation",
    "fl.prop3b.post.rows": (
        "W' = P_L W gives the vanilla network where the rows of W are the class embeddings"
    ),
    "fl.cor1": "Optimal errors: vanilla as feature normalised, and at most layer normalised",
    "fl.cor1.unique": (
        "Optimal errors where ties are errors: vanilla as feature normalised, at most layer "
        "normalised"
    ),
    "fl.vit": "Multi-head attention is not scale equivariant",
    "fl.thm1": "Minimising the one-class loss makes class or feature norms diverge",
    "fl.thm1.limits": "The same one of the three norms diverges along the whole sequence",
    "fl.table1.best": "FedLN is the best method in every column of Table 1",
    "fl.table1.inferior": "FedFN is consistently inferior to FedLN in Table 1",
    "fl.table1.gain": "FedLN improves over FedAvg by about 32 points with one class",
    "fl.table1.only": "FedLN is the only algorithm with a large gain in all columns of Table 1",
    "fl.table1.skew": (
        "FedLN gains more in the most skewed column of a dataset than in the least skewed one"
    ),
    "fl.table1.skew.each": "FedLN gains more in each more skewed column of a dataset",
    "fl.table1.table2": "Table 1 prints the ResNet numbers of Table 2 for CIFAR-10, rounded",
    "fl.table1.table11": "Table 1 prints the numbers of Table 11 for CIFAR-100, rounded",
    "fl.table1.beta": "The skews of TinyImageNet in Table 1 are those of the text",
    "fl.table2.gap": "The gap between FedLN and FedFN is smaller for the CNN",
    "fl.table3.simplify": "Without biases, normalising the last layer only is better on average",
    "fl.table3.simplify.each": (
        "Without biases, normalising the last layer only is better in each column"
    ),
    "fl.table4.bn": "Batch normalisation worsens FedAvg, personalised or not",
    "fl.table5.edge": (
        "FedFN and FedLN are above FedAvg and FedProx on PACS, and one of them above FedYogi"
    ),
    "fl.table5.edge.each": "FedFN and FedLN are each above every other method on PACS",
    "fl.table7.flatten": "The CNN of Table 7 has 1600 features for images of 28 x 28 pixels",
    "fl.table8.clients": "TinyImageNet is split among the same number of clients everywhere",
    "fl.table9.rate": "Table 9 has the learning rates of the text",
    "fl.table10.fedavg": "Tables 10 and 12 print the same numbers for FedAvg",
    "fl.table11.beta": ("The skew of the third column of CIFAR-100 is the same in Tables 1 and 11"),
    "fl.table11.severity": "On average over the local steps, fewer classes mean larger gains",
    "fl.table11.severity.each": "For each number of local steps, fewer classes mean larger gains",
    "fl.table12.combined": "Combined with FedYogi, FedFN and FedLN improve",
    "fl.table13.help": "Normalising inside the blocks improves FedFN on average",
    "fl.table13.help.each": "Normalising inside the blocks improves FedFN in each column",
    "fl.table14.order": "The means of three runs rank the methods alike for both architectures",
    "layeract.eq4": "The activation fluctuation of element-level functions is bounded by two terms",
    "layeract.eq4.method": "What lowers the two terms lowers the bound of the fluctuation",
    "layeract.eq7": "The activation fluctuation of LayerAct functions is bounded by two terms",
    "layeract.eq8": "The activation scales of element-level functions: change and size",
    "layeract.eq8.relu": "Eq. 8 for the scale function of ReLU",
    "layeract.eq9": "Noise moves the activation scales of LayerAct by the noise over the deviation",
    "layeract.eq9.euclid": "Eq. 9 with the Euclidean norm on its left, for small noise that varies",
    "layeract.eq9.scales": "Eq. 9 fails for noise as small as one likes",
    "layeract.eq9.scale": "The activation scales of LayerAct are much smaller than d",
    "layeract.eq9.lower": "The two terms of LayerAct are bound to be lower",
    "layeract.eq9.comparison": "The bound of Eq. 9 is below that of Eq. 8",
    "layeract.eq9.smaller": "The fluctuation of LayerAct can be smaller",
    "layeract.eq9.across": "Across samples, the fluctuation of LayerAct has a smaller bound",
    "layeract.eq9.lipschitz": "LayerAct functions are not globally Lipschitz",
    "layeract.table1.best": "LA-SiLU is the best activation of ResNet20 on clean CIFAR",
    "layeract.table2.total": "The total is the average of the accuracy across all corruptions",
    "layeract.table3.outperform": "The better LayerAct function is above all others on ImageNet",
    "layeract.table3.outperform.each": (
        "Each LayerAct function is above all others on clean and noisy ImageNet"
    ),
    "layeract.table3.clean": "Both LayerAct functions are above all others on clean ImageNet",
    "layeract.table3.worse": (
        "On average over the networks LA-HardSiLU is worse than SiLU and LReLU on clean CIFAR"
    ),
    "layeract.table3.worse.each": (
        "For each network LA-HardSiLU is worse than SiLU or LReLU on clean CIFAR"
    ),
    "layeract.table4.relu": (
        "With LayerNorm, the deeper networks are better with ReLU on clean CIFAR"
    ),
    "layeract.table4.four": "With LayerNorm, LA-SiLU is best in four of six noisy scenarios",
    "layeract.table4.silu": "With LayerNorm, LA-SiLU is better than SiLU on clean CIFAR",
    "layeract.table4.silu.each": (
        "With LayerNorm, LA-SiLU is better than SiLU on clean and on noisy CIFAR"
    ),
    "layeract.table6.noisy": "Without normalisation, LA-SiLU is better than ReLU on noisy CIFAR10",
    "layeract.table6.clean": (
        "Without normalisation, the deeper networks are better with ReLU on clean CIFAR10"
    ),
    "layeract.table6.trials": "Appendix E averages over the same number of trials in both of its "
    "sentences",
    "layeract.table7.differs": "Tables 6 and 7 are of different datasets",
    "layeract.table10.noisy": (
        "With IEBN, LA-SiLU is best on noisy data but for ResNet20 on CIFAR100"
    ),
    "layeract.table10.noisy.each": (
        "With IEBN, LA-SiLU is best for each category of corruptions but for ResNet20 on CIFAR100"
    ),
    "layeract.table10.clean": "With IEBN, the deeper networks are better with ReLU on clean data",
    "layeract.table10.silu": (
        "With IEBN, LA-SiLU is better than SiLU on clean data and in the total"
    ),
    "layeract.table10.silu.each": (
        "With IEBN, LA-SiLU is better than SiLU in each category of corruptions"
    ),
    "layeract.table14.every": "LA-SiLU is better than ReLU and SiLU in every U-Net",
    "layeract.table15.gelu": "GELU is better than LA-SiLU for ResNet32 and ResNet44 on CIFAR10",
    "layeract.table15.columns": "Table 15 repeats the clean columns of Tables 1, 2 and 16 to 19",
    "layeract.table8.switchnorm": "With SwitchNorm, LA-SiLU is not the best in five of six cases",
    "layeract.table8.switchnorm.each": "With SwitchNorm, LA-SiLU is not the best in any case",
    "layeract.table12.similar": (
        "With DBN, LA-SiLU is similar or better but for ResNet20 on CIFAR100"
    ),
    "layeract.table16.similar": (
        "On noisy CIFAR, the deeper networks are similar or better with LayerAct"
    ),
    "layeract.table16.similar.clean": (
        "On clean CIFAR, the deeper networks are similar or better with LayerAct"
    ),
    "layeract.table20.count.all": (
        "Of all comparisons in Tables 20 and 21 all but six have p-values below 0.05"
    ),
    "layeract.table22.significant": (
        "LA-HardSiLU differs significantly but from ReLU and LReLU, on noisy CIFAR"
    ),
    "layeract.eq2": "Outputs and gradients of activations with an activation scale function",
    "layeract.def2_1": "ReLU, SiLU and HardSiLU saturate for large negative inputs",
    "layeract.def2_1.any": "With every scale the output saturates where the scale is nearly 0",
    "layeract.def2_2": (
        "The lower the bound of the fluctuation, the lower its variance across samples"
    ),
    "layeract.def2_3": "The activation fluctuation of element-level activation functions",
    "layeract.def2_3.saturated": "A sample is robust if enough of its elements are saturated",
    "layeract.backward": "The three gradient formulas of the backward pass",
    "layeract.continuity": "The outputs of LayerAct are continuous, with an explicit modulus",
    "layeract.continuity.anywhere": "In every layer the outputs jump if the activation scale does",
    "layeract.def3_1": "Sigmoid and hard sigmoid are activation scale functions for LayerAct",
    "layeract.saturation": "LayerAct has a saturation state, and its output space is not limited",
    "layeract.saturation.every": "LayerAct has a saturation state whatever the width of the layer",
    "layeract.zeromean": (
        "LayerAct can have means of units across samples that are nearer to zero"
    ),
    "layeract.zeromean.layer": (
        "Within one sample LayerAct can have a mean over the units that is nearer to zero"
    ),
    "layeract.zeromean.always": (
        "The mean activation of a unit across samples is near zero for all data"
    ),
    "layeract.appC": "LayerNorm loses scale and shift of a sample, LayerAct keeps them",
    "layeract.appC.information": "Mean and variance can be told from the outputs of LayerAct",
    "layeract.appD": "After LayerNorm, LA-SiLU and SiLU are exactly the same",
    "layeract.appD.symbols": "With n as the LayerNorm's own output the outputs are the same",
    "sumformer.definitions": "Definitions 2.1-2.8 and 3.1: Sumformers are equivariant",
    "sumformer.lemma2_9": "Equivariant functions are semi-invariant ones, token by token",
    "sumformer.thm2_12": "Power sums generate the multisymmetric polynomials",
    "sumformer.thm2_12.bound": (
        "The bound on the multidegrees cannot be lowered, for up to three tokens"
    ),
    "sumformer.thm2_12.three_tokens": (
        "Sums over two or three distinct tokens are polynomials in power sums"
    ),
    "sumformer.thm2_12.small_n": (
        "Products in power sums of lower degree, for one token and for two"
    ),
    "sumformer.thm2_13": "Functions of the subsets of a finite set have the form psi(sum phi)",
    "sumformer.thmC_1": "Continuous functions of n points of a compact set are near psi(sum phi)",
    "sumformer.thm4_1.continuous": "Sumformers of power sums are universal",
    "sumformer.thm4_1.bernstein": (
        "Bernstein polynomials are within L/(2 sqrt m) of L-Lipschitz functions"
    ),
    "sumformer.thm4_1.discontinuous": (
        "Sumformers with one latent coordinate are universal, by quantisation"
    ),
    "sumformer.thm4_1.one_latent": (
        "With d' = 1 a continuous phi is no better than a constant, for three tokens or more"
    ),
    "sumformer.code": (
        "Sums of powers name the multisets of n elements in base n, and in no smaller integer base"
    ),
    "sumformer.dprime": "The latent dimension of the continuous construction, and its growth",
    "sumformer.dprime.fixed": (
        "For a fixed n the latent dimension of the construction grows like d^n"
    ),
    "sumformer.dprime.both": (
        "Where n and d grow together, the latent dimension grows exponentially"
    ),
    "sumformer.sizes.layers": (
        "There are C(c + n - 1, n) multisets of n of c cells, between c^n/n! and c^n"
    ),
    "sumformer.sizes.layers.exponential": (
        "The number of multisets of cells grows exponentially in n and d together"
    ),
    "sumformer.sizes.attention_matrix.weights": (
        "The side of the attention matrices W_Q, W_K and W_V scales with n^d"
    ),
    "sumformer.sizes.attention_matrix.n_by_n": (
        "The n x n matrix A of Definition 2.1, by its side or its entries, scales with n^d"
    ),
    "sumformer.thm4_3": "Transformers of width d approximate equivariant functions",
    "sumformer.thm4_3.one_latent": (
        "Transformers as in Appendix B with d' = 1 are no better than a constant"
    ),
    "sumformer.thm4_4": "Linformers of width d approximate equivariant functions",
    "sumformer.thm4_4.one_token": "For every sequence length there is a Linformer head",
    "sumformer.thm4_5": "Performers of width d approximate equivariant functions",
    "weierstrass.newton": "Newton's iteration converges quadratically to 1/sqrt(v)",
    "weierstrass.newton.polynomial": "N steps of Newton's iteration are a polynomial in v",
    "weierstrass.newton.goldschmidt": "Goldschmidt's iterations have Newton's iterates",
    "weierstrass.newton.precision": (
        "N = 3 to 4 steps are accurate to FP16 and BF16 after range reduction"
    ),
    "weierstrass.newton.precision.basin": (
        "From every guess from which it converges 4 steps are accurate to BF16"
    ),
    "weierstrass.newton.precision.unreduced": (
        "From one constant guess 4 steps are accurate to BF16 for every v > 0"
    ),
    "weierstrass.newton.guesses.linear": (
        "The longest ranges of v for 3 and 4 steps from a linear guess"
    ),
    "weierstrass.newton.guesses.constant": (
        "The longest ranges of v for 3 and 4 steps from a constant guess"
    ),
    "weierstrass.closed_form": "The smoothed scale factor in closed form, with its constant",
    "weierstrass.entire": "The smoothed scale factor is entire",
    "weierstrass.weber": "D of order -1/2 is a solution of Weber's equation",
    "weierstrass.weber.entire": "Parabolic cylinder functions are entire",
    "weierstrass.limit": "As sigma goes to 0 the smoothed scale factor recovers 1/sqrt(v)",
    "weierstrass.limit.closer": "Every small sigma is closer to 1/sqrt(v) than every large one",
    "weierstrass.limit.closer.monotone": (
        "Of any two widths the smaller sigma is closer to 1/sqrt(v)"
    ),
    "weierstrass.randomized": "Randomized smoothing recovers the entire function in expectation",
    "weierstrass.randomized.entire": "The expectation of route 2 is an entire function",
    "weierstrass.branch_points": "1/sqrt(v + eps) has a branch point at v = -eps and is not entire",
    "weierstrass.branch_points.clamped": (
        "1/sqrt(max(eps, v)) has a kink at v = eps and is not analytic"
    ),
    "weierstrass.branch_points.worse": (
        "The clamped factor is strictly worse: its kink is nearer than the branch point at -eps"
    ),
    "weierstrass.branch_points.worse.plain": (
        "The clamped factor is strictly worse: its kink is nearer than the branch point at 0"
    ),
    "weierstrass.branch_points.worse.radius": (
        "The clamped factor is strictly worse: its Taylor series converge less far"
    ),
    "weierstrass.ghost_distance": "Along v0 + v' t the singularity lies at distance |v0|/|v'|",
    "weierstrass.ghost_distance.path": (
        "A path on which the variance comes to 0 at some t1 caps the radius at t1"
    ),
    "weierstrass.ghost_distance.path.any": (
        "A path that bends before the variance comes to 0 has its radius capped all the same"
    ),
    "weierstrass.ghost_distance.radius": (
        "The singularity at v = 0 limits the radius of convergence of powers of 1/sqrt(v)"
    ),
    "weierstrass.ghost_distance.radius.any": (
        "The singularity at v = 0 limits the radius of every function of 1/sqrt(v)"
    ),
    "weierstrass.ghost_distance.positive": (
        "During the forward pass v = Var + eps, under the root, is always positive"
    ),
    "weierstrass.ghost_distance.positive.variance": (
        "During the forward pass the variance or mean square itself is always positive"
    ),
    "weierstrass.maclaurin": (
        "The Maclaurin series converges everywhere; truncation errors are as small as one likes"
    ),
}


def ids() -> list[str]:
    return list(MODULES)


def load(claim_id: str) -> Claim:
    """The claim of this id; ``KeyError`` if there is none."""
    module, _, name = MODULES[claim_id].partition(":")
    claim: Claim = getattr(import_module(module), name or "CLAIM")
    return claim


def home_of(claim_id: str) -> str:
    """The listed claim that has this id, or has it as a companion; ``KeyError`` if none.

    What the index does not know, a claim that is being written, is found by its beginning.
    """
    known = index()["claims"].get(claim_id, {}).get("of")
    if known in MODULES:
        return str(known)
    homes = [name for name in MODULES if f"{claim_id}.".startswith(f"{name}.")]
    if not homes:
        raise KeyError(claim_id)
    return max(homes, key=len)


def find(claim_id: str) -> Claim:
    """The claim of this id, companions included; ``KeyError`` if there is none."""
    todo = [load(home_of(claim_id))]
    while todo:
        found = todo.pop()
        if found.id == claim_id:
            return found
        todo += [*found.repaired, *found.sharpened]
    raise KeyError(claim_id)
