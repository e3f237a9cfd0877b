"""The reader's model and its reduction: one function, one gradient, or a bound that holds."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import by_turns

torch: Any = pytest.importorskip("torch", reason="torch is an optional extra")
from torch import nn  # noqa: E402

from constructions.interop.torch_reduction import Reduction, reduce  # noqa: E402

pytestmark = by_turns(3)


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    torch.manual_seed(4)
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def bare_norm(width: int) -> Any:
    return nn.LayerNorm(width, bias=False)


def layers(norm: Callable[[int], Any] = bare_norm, bias: bool = False) -> Any:
    """Eq. 17 with a classifier: norms after each activation."""
    return nn.Sequential(
        nn.Linear(5, 8), nn.ReLU(), norm(8),
        nn.Linear(8, 7, bias=bias), nn.LeakyReLU(0.1), norm(7),
        nn.Linear(7, 6, bias=bias), nn.ReLU(inplace=True), norm(6),
        nn.Linear(6, 3),
    )  # fmt: skip


class Block(nn.Module):
    """Eq. 10."""

    def __init__(self, d: int, hidden: int) -> None:
        super().__init__()
        self.A1, self.A2 = nn.Linear(d, hidden, bias=False), nn.Linear(hidden, d, bias=False)
        self.inside = nn.LayerNorm(hidden, elementwise_affine=False)
        self.after = nn.LayerNorm(d, elementwise_affine=False)

    def forward(self, x: Any) -> Any:
        return self.after(torch.relu(x + self.A2(self.inside(torch.relu(self.A1(x))))))


class Flat(nn.Module):
    def forward(self, x: Any) -> Any:
        return x.view(x.size(0), -1)


class PooledTokens(nn.Module):
    def forward(self, x: Any) -> Any:
        return x.mean(1)


def residual() -> Any:
    return nn.Sequential(nn.Linear(4, 6), Block(6, 5), Block(6, 7), Block(6, 4))


def images() -> Any:
    return nn.Sequential(
        nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.GroupNorm(1, 6), nn.MaxPool2d(2, padding=1),
        nn.Conv2d(6, 4, 3, stride=2, groups=2, bias=False), nn.ReLU(), nn.LayerNorm((4, 2, 2)),
        nn.AvgPool2d(1), nn.AdaptiveAvgPool2d((1, 2)), Flat(), nn.Linear(8, 6, bias=False),
        nn.ReLU(), nn.RMSNorm(6), nn.Linear(6, 2),
    )  # fmt: skip


def tokens() -> Any:
    """A factor for each token, which the mean over tokens may not mix: the first norm goes."""
    return nn.Sequential(
        nn.Linear(4, 5), nn.LeakyReLU(0.3), nn.RMSNorm(5), nn.Linear(5, 6, bias=False),
        nn.LeakyReLU(0.3), nn.LayerNorm(6, bias=False), nn.Linear(6, 6, bias=False),
        nn.LeakyReLU(0.3),
        nn.LayerNorm(6), PooledTokens(), nn.Linear(6, 2),
    )  # fmt: skip


MODELS: dict[str, tuple[Callable[[], Any], tuple[int, ...], dict[str, Any], list[str]]] = {
    "layers": (layers, (6, 5), {}, ["2", "5"]),
    "rms": (lambda: layers(lambda d: nn.RMSNorm(d, eps=1e-5)), (6, 5), {}, ["2", "5"]),
    "affine, biases": (
        lambda: layers(nn.LayerNorm, bias=True), (6, 5), {"biases": "carry"}, ["2", "5"]
    ),
    "residual": (residual, (6, 4), {}, ["1.after", "2.after"]),
    "images": (images, (3, 3, 8, 8), {"biases": "carry"}, ["2", "6"]),
    "tokens": (tokens, (3, 7, 4), {}, ["2", "5"]),
}  # fmt: skip
EACH = pytest.mark.parametrize("name", MODELS)


def shaken(model: Any) -> Any:
    """The model with all parameters other than where they start: offsets are not 0."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def built(name: str, form: str, **more: Any) -> tuple[Any, Any, Reduction]:
    make, shape, options, expected = MODELS[name]
    model, x = shaken(make()), torch.randn(shape)
    made = reduce(model, x, form=form, **options, **more)
    assert list(made.put_off) == expected
    return model, x, made


def gradients(model: Any, x: Any) -> list[Any]:
    inputs = x.clone().requires_grad_()
    named = dict(model.named_parameters())
    loss = (model(inputs) ** 3).sum()
    return list(torch.autograd.grad(loss, [inputs, *(named[k] for k in sorted(named))]))


def apart(one: Any, other: Any) -> float:
    return float(((one - other).abs().max() / (1 + other.abs().max())).detach())


@EACH
def test_the_exact_form_is_the_model_with_its_epsilon(name: str) -> None:
    """At torch's default eps, and where the inputs are as small as its root."""
    model, x, made = built(name, "exact")
    for scale in (1.0, 1e-2, 1e-5, 0.0):
        if scale == 0 and name == "rms":
            continue
        assert apart(made.module(scale * x), model(scale * x)) < 1e-12
    assert made.bound(x, 100) == 0


@EACH
def test_gradients_are_equal_in_the_exact_form(name: str) -> None:
    model, x, made = built(name, "exact")
    for mine, theirs in zip(gradients(made.module, x), gradients(model, x), strict=True):
        assert apart(mine, theirs) < 1e-11


@EACH
def test_the_forms_are_different_functions_and_the_bound_says_how_much(name: str) -> None:
    model, x, made = built(name, "plain")
    x = x[:2] / 30
    gap = float((made.module(x) - model(x)).abs().max().detach())
    bound = made.bound(x)
    assert gap > 1e-8, "or the next line says nothing"
    assert abs(float(bound) - gap) < 1e-9 * (1 + gap), "at points the bound is the difference"


@EACH
def test_the_bound_holds_on_a_box(name: str) -> None:
    model, x, made = built(name, "plain")
    x, radius = x[:1], 1e-6
    bound = made.bound(x, radius)
    assert bound >= made.bound(x) > 0
    for _ in range(20):
        z = x + radius * torch.empty_like(x).uniform_(-1, 1).sign()
        assert float((made.module(z) - model(z)).abs().max().detach()) <= float(bound) + 1e-12


@EACH
def test_the_plain_form_is_the_model_without_epsilon(name: str) -> None:
    """Propositions 1 and 2, and residual blocks with sigma(x) in the sum."""
    make, shape, options, _ = MODELS[name]
    model, x = shaken(make()), torch.randn(shape)
    for module in model.modules():
        if hasattr(module, "eps"):
            module.eps = 0.0
    made = reduce(model, x, form="plain", **options)
    assert apart(made.module(x), model(x)) < 1e-12
    for mine, theirs in zip(gradients(made.module, x), gradients(model, x), strict=True):
        assert apart(mine, theirs) < 1e-10
    assert made.bound(x[:1]) < Fraction(1, 10**30)


def test_eq11_without_its_factor_is_another_network() -> None:
    """fl.resnet.replace: the sum needs sigma(x)."""
    model, x, made = built("residual", "plain", eps=0.0)
    dropped = copy.deepcopy(made.module)
    for node in list(dropped.graph.nodes):
        if node.target is torch.mul:
            node.replace_all_uses_with(node.args[1])
    dropped.recompile()
    assert apart(dropped(x), model(x)) > 0.01 > apart(made.module(x), model(x))


def test_steps_of_training_stay_together() -> None:
    """fl.prop1.training: gradient descent takes the same steps in both."""
    model, x, made = built("layers", "exact")
    target = torch.randn(6, 3)
    for module in (model, made.module):
        optimiser = torch.optim.SGD(module.parameters(), lr=0.02, momentum=0.5)
        for _ in range(50):
            optimiser.zero_grad()
            ((module(x) - target) ** 2).mean().backward()
            optimiser.step()
    states = model.state_dict(), made.module.state_dict()
    assert all(apart(states[1][k], states[0][k]) < 1e-9 for k in states[0])
    assert apart(made.module(x), model(x)) < 1e-9


def test_parameters_keep_their_names_and_the_model_stays() -> None:
    model, x, made = built("affine, biases", "exact")
    before, state = model(x), model.state_dict()
    other = shaken(copy.deepcopy(model))
    made.module.load_state_dict(other.state_dict())
    assert apart(made.module(x), other(x)) < 1e-12
    assert list(made.module.state_dict()) == list(state)
    assert torch.equal(model(x), before)
    again = pickle.loads(pickle.dumps(made.module))
    assert torch.equal(again(x), made.module(x))


def test_bounds_follow_the_parameters() -> None:
    model, x, made = built("layers", "plain")
    before = made.bound(x[:1])
    with torch.no_grad():
        made.module.get_submodule("3").weight.mul_(100)
    model.load_state_dict(made.module.state_dict())
    gap = float((made.module(x[:1]) - model(x[:1])).abs().max().detach())
    assert before != made.bound(x[:1])
    assert abs(float(made.bound(x[:1])) - gap) < 1e-9


def test_tied_weights_are_seen_under_both_names() -> None:
    model = nn.Sequential(
        nn.Linear(4, 4), nn.LayerNorm(4, bias=False), nn.Linear(4, 4, bias=False), nn.ReLU(),
        nn.LayerNorm(4), nn.Linear(4, 4),
    )  # fmt: skip
    model[5].weight = model[2].weight
    x = torch.randn(2, 4)
    made = reduce(model, form="plain")
    gap = float((made.module(x) - model(x)).abs().max().detach())
    assert abs(float(made.bound(x)) - gap) < 1e-9 < gap


def test_a_module_that_is_used_twice() -> None:
    class Twice(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.norm = nn.Linear(4, 4), nn.LayerNorm(4)
            self.linear, self.end = nn.Linear(4, 4), nn.LayerNorm(4)

        def forward(self, x: Any) -> Any:
            x = torch.relu(self.first(x))
            for _ in range(3):
                x = torch.relu(self.linear(self.norm(x)))
            return self.end(self.linear(self.end(x)))

    model, x = shaken(Twice()), torch.randn(3, 4)
    made = reduce(model, biases="carry")
    assert made.put_off == ("norm",)
    assert apart(made.module(x), model(x)) < 1e-12


# --- models as others write them -----------------------------------------------------------------


class PreNormBlock(nn.Module):
    """x + attention(n(x)), x + mlp(n(x)) with a parameter for each coordinate of the branch."""

    def __init__(self, activation: Any, d: int = 6) -> None:
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attention = nn.MultiheadAttention(d, 2, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(d, 9), activation, nn.Dropout(0.1), nn.Linear(9, d))
        self.gamma = nn.Parameter(torch.rand(d))

    def forward(self, x: Any) -> Any:
        y = self.n1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.gamma * self.mlp(self.n2(x))


def transformer(kind: Any) -> Any:
    return nn.Sequential(PreNormBlock(kind()), PreNormBlock(kind()), nn.LayerNorm(6))


class Residual(nn.Module):
    """A block of a ResNet, norms over groups of channels, with functions in place of modules."""

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 1)
        self.c1, self.c2 = (nn.Conv2d(8, 8, 3, padding=1, bias=False) for _ in range(2))
        self.n1, self.n2, self.end = (nn.GroupNorm(groups, 8) for _ in range(3))

    def forward(self, x: Any) -> Any:
        x = torch.nn.functional.relu(self.stem(x))
        y = self.n2(self.c2(torch.relu(self.n1(self.c1(x)))))
        x = self.end(torch.nn.functional.max_pool2d(torch.relu(x - y), 2))
        return torch.flatten(torch.nn.functional.adaptive_avg_pool2d(x, 1), 1)


class Functions(nn.Module):
    """Norms that are functions, one of them over channels of an image that is turned."""

    def __init__(self) -> None:
        super().__init__()
        self.w, self.b = nn.Parameter(torch.rand(4) + 0.5), nn.Parameter(torch.randn(4))
        self.g = nn.Parameter(torch.rand(4) + 0.5)
        self.linear, self.point = nn.Linear(4, 4), nn.Conv2d(4, 4, 1)

    def forward(self, x: Any) -> Any:
        x = torch.nn.functional.layer_norm(x.permute(0, 2, 3, 1), (4,), self.w, self.b)
        x = self.point(torch.relu(self.linear(x)).permute(0, 3, 1, 2)).transpose(1, 3)
        return torch.nn.functional.rms_norm(x, (4,), self.g)


def encoder(first: bool) -> Any:
    layer = nn.TransformerEncoderLayer(6, 2, 8, 0.0, batch_first=True, norm_first=first)
    return nn.TransformerEncoder(layer, 2, nn.LayerNorm(6), enable_nested_tensor=False)


FIELD: dict[str, tuple[Callable[[], Any], tuple[int, ...], dict[str, Any], str]] = {
    "residual, 1 group": (lambda: Residual(1), (2, 3, 4, 4), {}, "n1"),
    "residual, 4 groups": (lambda: Residual(4), (2, 3, 4, 4), {}, "n1"),
    "residual, branches": (lambda: Residual(4), (2, 3, 4, 4), {"branches": True}, "n1 n2"),
    "functions": (Functions, (2, 4, 3, 3), {}, "layer_norm"),
    "vit": (lambda: transformer(nn.ReLU), (2, 5, 6), {"branches": True}, "0.n2 1.n2"),
    "vit, late": (lambda: transformer(nn.GELU), (2, 5, 6), {"late": True}, "0.n2 1.n2"),
    "residual, late": (lambda: Residual(4), (2, 3, 4, 4), {"late": True, "branches": True},
                       "n1 n2"),
    "encoder": (lambda: encoder(False), (2, 5, 6), {}, "layers.0.norm1 layers.1.norm1 "
                "layers.1.norm2"),
    "encoder, norms first": (lambda: encoder(True), (2, 5, 6), {"branches": True},
                             "layers.0.norm2 layers.1.norm2"),
}  # fmt: skip


@pytest.mark.parametrize("name", FIELD)
def test_models_of_the_field(name: str) -> None:
    maker, shape, options, gone = FIELD[name]
    model, x = shaken(maker()).eval(), torch.randn(shape)
    made = reduce(model, x, biases="carry", partial=True, **options)
    assert " ".join(made.put_off) == gone
    assert apart(made.module(x), model(x)) < 1e-12
    made.module.load_state_dict(model.state_dict())
    found, own = dict(made.module.named_parameters()), dict(model.named_parameters())
    assert set(found) == set(own)
    for module in (model, made.module):
        module(x).square().sum().backward()
    for key, parameter in own.items():
        assert apart(found[key].grad, parameter.grad) < 1e-10, key


def test_what_stays_in_a_transformer_is_said() -> None:
    x = torch.randn(2, 5, 6)
    with pytest.raises(
        ValueError, match=r"no norm can be put off: .*softmax\(c s\) is not softmax"
    ):
        reduce(transformer(nn.GELU), x, partial=True)
    with pytest.raises(ValueError, match=r"'layers.0.norm1' .* is attention"):
        reduce(encoder(True), x)
    made = reduce(transformer(nn.ReLU), x, biases="carry", partial=True, branches=True)
    assert "MultiheadAttention) is attention" in made.kept["'0.n1' (LayerNorm)"]
    assert made.kept["'2' (LayerNorm)"] == "nothing normalises after it"
    plain = reduce(encoder(False), x, form="plain", partial=True, biases="carry")
    with pytest.raises(ValueError, match=r"no bound passes 'layers\.0\.self_attn'"):
        plain.bound(x)
    for option in ("branches", "late"):
        with pytest.raises(ValueError, match=f"{option} is for the exact form"):
            reduce(encoder(False), x, form="plain", **{option: True})
    late = reduce(transformer(nn.GELU), x, biases="carry", partial=True, late=True)
    assert late.divided == tuple(f"'{n}.mlp.1' (GELU): '{n}.n2' (LayerNorm)" for n in (0, 1))
    assert "divided out before '0.mlp.1' (GELU)" in str(late)
    assert set(late.kept) == {f"'{n}' (LayerNorm)" for n in ("0.n1", "1.n1", "2")}

    class Masked(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = encoder(False)

        def forward(self, x: Any) -> Any:
            return self.inner(x, torch.zeros(5, 5))

    with pytest.raises(ValueError, match="cannot trace"):
        reduce(Masked(), x, partial=True)


def test_inputs_that_have_a_default_are_left_at_it() -> None:
    class Optional(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = layers()

        def forward(self, x: Any, mask: Any = None, twice: bool = False) -> Any:
            x = self.inner(x) if mask is None else self.inner(x * mask)
            return 2 * x if twice else x

    model, x = Optional(), torch.randn(3, 5)
    made = reduce(model, x)
    assert apart(made.module(x), model(x)) < 1e-12
    assert set(made.module.state_dict()) == set(model.state_dict())
    with pytest.raises(ValueError, match="takes one tensor, this one takes 2 inputs"):
        reduce(nn.Bilinear(2, 2, 2), x)


def test_bounds_of_functions_are_those_of_modules() -> None:
    model, x = shaken(Residual(1)), torch.randn(2, 3, 4, 4)
    made = reduce(model, x, form="plain", biases="carry")
    gap = float((made.module(x) - model(x)).abs().max().detach())
    assert abs(float(made.bound(x)) - gap) < 1e-12 < gap
    functions, y = shaken(Functions()), torch.randn(1, 4, 2, 2)
    with pytest.raises(ValueError, match="no bound passes 'permute'"):
        reduce(functions, y, form="plain", biases="carry").bound(y)


def test_many_groups_stay_in_the_range_of_floats() -> None:
    """The factors are about 1e-6 each: their product would be 0 in float32."""
    model = nn.Sequential(
        nn.Conv2d(3, 64, 1), nn.GroupNorm(32, 64, eps=1e-12), nn.ReLU(),
        nn.Conv2d(64, 64, 1), nn.GroupNorm(32, 64),
    ).float()  # fmt: skip
    x = 1e-6 * torch.randn(2, 3, 4, 4, dtype=torch.float32)
    made = reduce(model, x, biases="carry")
    assert made.put_off == ("1",)
    assert apart(made.module(x), model(x)) < 1e-4
    wide = nn.Sequential(nn.GroupNorm(65, 130), nn.Conv2d(130, 2, 1), nn.GroupNorm(1, 2))
    with pytest.raises(ValueError, match="mixes entries"):
        reduce(wide, torch.randn(1, 130, 2, 2), biases="carry")


# --- files ----------------------------------------------------------------------------------------


def computed(path: Path, x: Any) -> Any:
    pytest.importorskip("onnx", reason="onnx is an optional extra")
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is an optional extra")
    session = runtime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return torch.from_numpy(session.run(None, {"x": x.numpy()})[0])


@EACH
@pytest.mark.parametrize("form", ["exact", "plain"])
def test_onnxruntime_computes_the_reduced_model(tmp_path: Path, name: str, form: str) -> None:
    pytest.importorskip("onnx", reason="onnx is an optional extra")
    model, x, made = built(name, form)
    kind = torch.float32 if name == "images" else torch.float64  # its pools take no float64
    if kind is torch.float32:
        options = MODELS[name][2]
        model, x = model.float(), x.float()
        made = reduce(model, x, form=form, **options)
    path = made.save_onnx(tmp_path / "net.onnx")
    x = torch.cat([x, x[:1] / 7])  # another batch
    found = computed(path, x)
    assert found.dtype == kind
    assert apart(found, made.module(x)) < (1e-5 if kind is torch.float32 else 1e-12)
    if form == "exact":
        assert apart(found, model(x)) < (1e-5 if kind is torch.float32 else 1e-12)


class Branch(nn.Module):
    """x - f(n(x))."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.norm, self.linear = nn.LayerNorm(d), nn.Linear(d, d)

    def forward(self, x: Any) -> Any:
        return x - torch.relu(self.linear(self.norm(x)))


def test_groups_and_branches_in_a_file(tmp_path: Path) -> None:
    model = nn.Sequential(
        nn.Conv2d(3, 4, 1), nn.GroupNorm(2, 4), nn.ReLU(), nn.GroupNorm(1, 4, affine=False),
        nn.MaxPool2d(2), nn.Conv2d(4, 4, 1, bias=False), nn.GroupNorm(2, 4),
    )  # fmt: skip
    model, x = shaken(model).float(), torch.randn(2, 3, 4, 4).float()
    made = reduce(model, x, partial=True, biases="carry")
    assert made.put_off == ("1", "3")
    assert apart(computed(made.save_onnx(tmp_path / "net.onnx"), x), model(x)) < 1e-5
    model = shaken(nn.Sequential(Branch(4), Branch(4), nn.LayerNorm(4)))
    x = torch.randn(3, 4)
    made = reduce(model, biases="carry", branches=True, example=x)
    assert made.put_off == ("0.norm", "1.norm")
    assert apart(computed(made.save_onnx(tmp_path / "net.onnx"), x), model(x)) < 1e-12


def test_a_plain_reduction_is_network_data_again(tmp_path: Path) -> None:
    """Without eps, offsets and a classifier, the file is a network of Eq. 18."""
    pytest.importorskip("onnx", reason="onnx is an optional extra")
    from constructions.federated import LayeredNet, reduced
    from constructions.interop.export import read_network
    from constructions.interop.torch_federated import to_torch

    model = layers(lambda d: nn.LayerNorm(d, eps=0.0, elementwise_affine=False))[:-1]
    path = reduce(model, form="plain").save_onnx(tmp_path / "net.onnx")
    with pytest.raises(ValueError, match="more than one slope"):
        read_network(path)
    model[4] = nn.ReLU()
    path = reduce(model, form="plain").save_onnx(tmp_path / "net.onnx")
    network = read_network(path)
    assert isinstance(network, LayeredNet)
    assert [layer.step for layer in network.layers] == ["s", "s", "nMV"]
    assert reduced(network) == network
    x = torch.randn(4, 5)
    assert apart(to_torch(network)(x), model(x)) < 1e-12


class Patches(nn.Module):
    """A vision transformer of one block: patches by a convolution, positions, a mean, a head."""

    def __init__(self) -> None:
        super().__init__()
        self.patch, self.place = nn.Conv2d(3, 8, 4, 4), nn.Parameter(torch.randn(1, 4, 8))
        self.block = nn.TransformerEncoderLayer(
            8, 2, 16, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )
        self.norm, self.head = nn.LayerNorm(8), nn.Linear(8, 3)

    def forward(self, x: Any) -> Any:
        tokens = self.patch(x).flatten(2).transpose(1, 2) + self.place
        return self.head(self.norm(self.block(tokens)).mean(1))


def test_a_vision_transformer_is_written_with_its_attention(tmp_path: Path) -> None:
    """The file takes batches of other sizes than the example's."""
    pytest.importorskip("onnx", reason="onnx is an optional extra")
    torch.manual_seed(1)
    model = Patches().float()  # onnxruntime has no convolution in float64
    example = torch.randn(2, 3, 8, 8, dtype=torch.float32)
    made = reduce(model, example, biases="carry", partial=True, late=True)
    assert made.put_off == ("block.norm2",)
    path = made.save_onnx(tmp_path / "net.onnx")
    for x in (example, 30 * torch.randn(5, 3, 8, 8).float(), torch.zeros(1, 3, 8, 8).float()):
        assert apart(made.module(x), model(x)) < 1e-5
        assert apart(computed(path, x), model(x)) < 1e-5
    with torch.no_grad():
        model.block.self_attn.in_proj_bias.add_(1)
    assert apart(computed(path, example), model(example)) > 1e-3


def test_steps_that_are_not_written_are_named(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is an optional extra")
    model = nn.Sequential(
        nn.Linear(4, 4), nn.LayerNorm(4, bias=False), nn.ReLU(), nn.LayerNorm(4), nn.SiLU()
    )
    with pytest.raises(ValueError, match=r"the step 4 \(SiLU\) is not written"):
        reduce(model).save_onnx(tmp_path / "net.onnx")
    vit = PreNorm(nn.ReLU())
    vit.attention.batch_first = False
    with pytest.raises(ValueError, match=r"the step attention \(attention with"):
        reduce(vit, torch.randn(2, 5, 4), partial=True).save_onnx(tmp_path / "net.onnx")

    class Two(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm, self.end = nn.LayerNorm(4, bias=False), nn.LayerNorm(4)

        def forward(self, x: Any) -> Any:
            y = self.end(self.norm(x))
            return y, y

    two = reduce(Two(), torch.randn(2, 4), form="plain")
    assert two.put_off == ("norm",)
    with pytest.raises(ValueError, match="one output"):
        two.save_onnx(tmp_path / "net.onnx")
    with pytest.raises(ValueError, match="several outputs"):
        two.bound(torch.randn(2, 4))
    assert not list(tmp_path.iterdir())


# --- what is in the way --------------------------------------------------------------------------


class PreNorm(nn.Module):
    """A ViT block, with a norm before the first and one after the last."""

    def __init__(self, activation: Any) -> None:
        super().__init__()
        self.ln_pre, self.ln_1, self.ln_2 = (nn.LayerNorm(4, bias=False) for _ in range(3))
        self.ln_post = nn.LayerNorm(4)
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(4, 8), activation, nn.Linear(8, 4))

    def forward(self, x: Any) -> Any:
        x = self.ln_pre(x)
        y = self.ln_1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return self.ln_post(x + self.mlp(self.ln_2(x)))


def test_a_vit_block_keeps_what_attention_needs() -> None:
    """fl.vit; the norm in front of both goes, since each branch normalises again."""
    model, x = PreNorm(nn.GELU()), torch.randn(2, 5, 4)
    with pytest.raises(ValueError, match=r"^'ln_1' .*'attention' \(MultiheadAttention\) is att"):
        reduce(model, x)
    made = reduce(model, x, partial=True)
    assert made.put_off == ("ln_pre",)
    assert set(made.kept) == {f"'{n}' (LayerNorm)" for n in ("ln_1", "ln_2", "ln_post")}
    assert apart(made.module(x), model(x)) < 1e-12
    with pytest.raises(ValueError, match="no bound passes 'attention'"):
        reduce(model, x, partial=True, form="plain").bound(x)


def between(*modules: Any) -> Any:
    return nn.Sequential(
        nn.Linear(4, 4), nn.LayerNorm(4, bias=False), *modules, nn.LayerNorm(4), nn.Linear(4, 1)
    )


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (between(nn.Sigmoid()), r"^'1' \(LayerNorm\) cannot be put off: '2' \(Sigmoid\) is not sc"),
        (between(nn.GELU()), "is linear on each side of 0"),
        (between(nn.Linear(4, 4)), r"'2' \(Linear\) has a bias, which Assumption 1 excludes"),
        (between(nn.BatchNorm1d(4)), r"'2' \(BatchNorm1d\) is not known to be scale equivariant"),
        (between(nn.MultiheadAttention(4, 1)), "cannot trace|does not take|attention"),
        (nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.ReLU()), "no norm can be put off: .*"
         "nothing normalises after it"),
        (nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.ReLU(), nn.LayerNorm(4)),
         r"'1' \(LayerNorm\) has an offset"),
        (nn.Sequential(nn.Linear(4, 4)), "no LayerNorm, RMSNorm or GroupNorm"),
        (nn.Sequential(nn.LayerNorm(4)), "pass an example"),
    ],
)  # fmt: skip
def test_refusals_are_one_line_with_a_name(model: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        reduce(model)
    assert "\n" not in str(caught.value)


def test_the_same_model_without_the_obstacle_is_reduced() -> None:
    assert reduce(between(nn.ReLU())).put_off == ("1",)
    assert reduce(between(nn.Linear(4, 4)), biases="carry").put_off == ("1",)
    assert reduce(between(nn.Linear(4, 4, bias=False))).put_off == ("1",)


class Sums(nn.Module):
    """x + f(n(x)): the sum has a term which n does not reach."""

    def __init__(self, constant: bool) -> None:
        super().__init__()
        self.norm, self.end, self.constant = nn.LayerNorm(4, bias=False), nn.LayerNorm(4), constant

    def forward(self, x: Any) -> Any:
        y = torch.relu(self.norm(x))
        return self.end(y + 1.0 if self.constant else x + y)


def test_sums_that_do_not_scale() -> None:
    x = torch.randn(2, 4)
    with pytest.raises(ValueError, match=r"no norm can be put off: .*that it does not reach"):
        reduce(Sums(False), x)
    with pytest.raises(ValueError, match="'add' adds a constant"):
        reduce(Sums(True), x)


def test_groups_and_tokens_are_not_mixed() -> None:
    def model(groups: int) -> Any:
        return nn.Sequential(
            nn.Conv2d(3, 4, 1), nn.GroupNorm(groups, 4, affine=False), nn.MaxPool2d(2),
            nn.Conv2d(4, 4, 1, bias=False), nn.ReLU(), nn.GroupNorm(2, 4),
        )  # fmt: skip

    x = torch.randn(2, 3, 4, 4)
    grouped = shaken(model(1))
    made = reduce(grouped, x)
    assert made.put_off == ("1",)
    assert apart(made.module(x), grouped(x)) < 1e-12
    plain = reduce(grouped, x, form="plain")
    gap = float((plain.module(x) - grouped(x)).abs().max().detach())
    assert abs(float(plain.bound(x)) - gap) < 1e-12 < gap
    with pytest.raises(ValueError, match=r"'3' \(Conv2d\) mixes entries"):
        reduce(model(2), x, form="plain")


def test_options_and_inputs() -> None:
    for options in ({"form": "short"}, {"biases": "drop"}, {"eps": 1e-3},
                    {"form": "plain", "eps": -1.0}):  # fmt: skip
        with pytest.raises(ValueError, match=r"form|biases|eps"):
            reduce(layers(), **options)
    with pytest.raises(TypeError, match=r"nn\.Module"):
        reduce(torch.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not take the example"):
        reduce(layers(), torch.zeros(2, 4))
    made = reduce(layers(), form="plain")
    with pytest.raises(ValueError, match="radius"):
        made.bound(torch.zeros(1, 5), -1)
    with pytest.raises(ValueError, match="samples of shape"):
        made.bound(torch.zeros(1, 4))
    with pytest.raises(ValueError, match="not finite"):
        made.bound(torch.full((1, 5), float("nan")))
    with pytest.raises(ValueError, match="may be constant"):
        made.bound(torch.zeros(1, 5), 10)


class Aliased(nn.Module):
    """After relu_ in place, ``y`` and what it was made of are changed, too."""

    def __init__(self, again: bool) -> None:
        super().__init__()
        self.first, self.again = nn.LayerNorm(4, bias=False), again
        self.relu, self.last = nn.ReLU(inplace=True), nn.LayerNorm(4)

    def forward(self, x: Any) -> Any:
        y = self.first(x)
        z = self.relu(y.view(-1, 4))
        return self.last(y + z if self.again else z)


def test_values_that_are_changed_in_place_and_read_again() -> None:
    x = torch.randn(3, 4)
    made = reduce(Aliased(False), x)
    assert made.put_off == ("first",)
    with pytest.raises(ValueError, match="'relu' changes in place what a later step reads"):
        reduce(Aliased(True), x)

    class Sum(Aliased):
        def forward(self, x: Any) -> Any:
            y = self.first(x)
            z = self.relu(y + y)  # a tensor of its own
            return self.last(y + z)

    model = Sum(False)
    assert apart(reduce(model, x).module(x), model(x)) < 1e-12


def test_an_image_without_a_batch_is_refused() -> None:
    """Its channels stand where samples do."""
    model = nn.Sequential(
        nn.Conv2d(2, 2, 1), nn.LayerNorm((3, 3), bias=False), nn.Conv2d(2, 2, 1, bias=False),
        nn.LayerNorm((2, 3, 3)),
    )  # fmt: skip
    with pytest.raises(ValueError, match="takes no batch here"):
        reduce(model, torch.randn(2, 3, 3))
    with pytest.raises(ValueError, match="mixes entries"):
        reduce(model, torch.randn(1, 2, 3, 3))


def test_hooks_are_not_lost_in_silence() -> None:
    model = layers()
    model[2].register_forward_hook(lambda *_: None)
    with pytest.raises(ValueError, match="'2' carries what would be lost"):
        reduce(model)


def test_the_public_module_has_the_same_names() -> None:
    from verify import models

    assert models.reduce is reduce
    assert set(dir(models)) >= {"reduce", "smooth_norms"}
    with pytest.raises(AttributeError):
        _ = models.increase
