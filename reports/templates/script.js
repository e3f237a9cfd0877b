(function () {
  "use strict";
  var filter = document.getElementById("filter");
  if (filter) {
    filter.closest("[hidden]").hidden = false;
    filter.addEventListener("input", function () {
      var words = filter.value.toLowerCase().split(/\s+/);
      document.querySelectorAll("[data-find]").forEach(function (row) {
        var text = row.dataset.find;
        row.hidden = !words.every(function (word) { return text.includes(word); });
      });
    });
  }

  // What is long and repeats itself comes deflated, in one part or more: the text of it.  A character
  // has seven bits, or is one of five that no string can have, with the next one.
  var refused = [0, 10, 13, 34, 92];
  var bytes = function (text) {
    var found = new Uint8Array(text.length * 2), n = 0, held = 0, bits = 0;
    var put = function (seven) {
      held = held << 7 | seven; bits += 7;
      if (bits >= 8) { bits -= 8; found[n++] = held >> bits; held &= (1 << bits) - 1; }
    };
    for (var k = 0; k < text.length; k++) {
      var code = text.charCodeAt(k), number = code >> 7;
      if (number) { put(refused[(number - 1) % 5]); }
      if (number <= 5) { put(code & 127); }
    }
    return found.subarray(0, n);
  };
  var inflated = function (parts) {
    return new Response(new Blob(parts.map(bytes)).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  };
  // What is searched lies in a script of its own, so that pages from the file system find it.
  var find = document.getElementById("find");
  if (find && window.netproofSearch) { inflated([window.netproofSearch]).then(function (searched) {
    var names = ["id", "title", "statement", "equation", "erratum"];
    var many = ["ids", "titles", "statements", "equations", "errata"];
    var signs = { "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "→": "->", "′": "'", "√": "sqrt", "∑": "sum" };
    "α alpha β beta γ gamma δ delta ε epsilon ϵ epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi ϕ phi χ chi ψ psi ω omega"
      .split(" ").forEach(function (sign, k, all) { if (k % 2 === 0) { signs[sign] = all[k + 1]; } });
    "⁰¹²³⁴⁵⁶⁷⁸⁹".split("").forEach(function (sign, k) { signs[sign] = "^" + k; });
    "₀₁₂₃₄₅₆₇₈₉".split("").forEach(function (sign, k) { signs[sign] = "_" + k; });
    var common = function (text) {
      return text.toLowerCase().replace(/[^\u0000-\u007f]/g, function (sign) { return signs[sign] || sign; }).normalize("NFKC").toLowerCase()
        .replace(/\s*(<=|>=|!=|->|[-+*\/=<>^_])\s*/g, "$1").replace(/[\u2061-\u2064]/g, "").replace(/\s*\(\s*|\s*\)/g, "");
    };
    var rows = JSON.parse(searched).map(function (row) {
      return { row: row, texts: row.slice(3).map(common) };
    });
    var hits = document.getElementById("hits"), found = document.getElementById("found");
    var search = function () {
      var words = common(find.value.trim()).split(/\s+/).filter(Boolean);
      var count = [0, 0, 0, 0, 0], matching = [];
      // "Theorem 4.3" is not in "Theorem 4.31", nor "Eq. 9" in "Eq. 29".
      var quoted = words.join(" ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      var phrase = new RegExp("(^|[^\\w.])" + quoted + "(?![\\w]|\\.\\d)");
      found.textContent = ""; hits.textContent = "";
      if (!words.length) { return; }
      rows.forEach(function (item) {
        var whole = item.texts.join("\n");
        if (!words.every(function (word) { return whole.includes(word); })) { return; }
        var at = item.texts.map(function (text) {
          return words.every(function (word) { return text.includes(word); });
        });
        var best = at.indexOf(true);
        if (best < 0) {  // the words are spread over several
          at = item.texts.map(function (text) {
            return words.some(function (word) { return text.includes(word); });
          });
        }
        at.forEach(function (yes, k) { count[k] += yes; });
        var as = item.texts.findIndex(function (text) { return phrase.test(text); });
        matching.push({ row: item.row, at: at, best: (as < 0 ? 10 : as) + (best < 0 ? 9 : best) });
      });
      matching.sort(function (a, b) { return a.best - b.best; });
      var told = count.map(function (n, k) { return n ? n + " in " + many[k] : ""; }).filter(Boolean);
      hits.textContent = matching.length
        ? matching.length + (matching.length === 1 ? " hit: " : " hits: ") + told.join(", ")
        : "Nothing has all of these words.";
      matching.slice(0, 12).forEach(function (item) { found.appendChild(entry(item, words)); });
      if (matching.length > 12) {
        var more = document.createElement("li"), all = document.createElement("button");
        all.type = "button"; all.className = "copy"; all.textContent = "All " + matching.length;
        all.addEventListener("click", function () {
          more.remove();
          matching.slice(12).forEach(function (item) { found.appendChild(entry(item, words)); });
        });
        more.appendChild(all); found.appendChild(more);
      }
    };
    var entry = function (item, words) {
      var li = document.createElement("li"), link = document.createElement("a");
      var word = document.createElement("span"), where = document.createElement("span");
      link.href = item.row[0]; link.textContent = item.row[4];
      word.className = "v " + item.row[2]; word.textContent = item.row[1];
      where.className = "id";
      where.textContent = item.row[3] + " · " + names.filter(function (name, k) { return item.at[k]; }).join(", ");
      li.append(link, " ", word, " ", where);
      var k = item.at.lastIndexOf(true), text = k > 1 ? item.row[3 + k] : "";
      if (text) {
        var place = Math.max(0, text.toLowerCase().indexOf(words[0]));
        var from = Math.max(0, place - 60), shown = text.slice(from, from + 160);
        var line = document.createElement("span");
        line.className = "snippet";
        line.textContent = (from ? "… " : "") + shown + (from + 160 < text.length ? " …" : "");
        li.appendChild(line);
      }
      return li;
    };
    find.closest("[hidden]").hidden = false;
    find.addEventListener("input", search);
    if (location.hash === "#find") { find.focus(); }
    if (location.hash.startsWith("#q=")) { find.value = decodeURIComponent(location.hash.slice(3)); search(); }
  }); }

  // What is long comes packed, in a script of its own, when it is first opened.
  var folds = Array.from(document.querySelectorAll("details[data-from]"));
  var unpack = function (folded) {
    if ("asked" in folded.dataset) { return; }
    folded.dataset.asked = "";
    var place = folded.querySelector("div"), script = document.createElement("script");
    script.of = folded.dataset.of;
    script.fail = function () { folded.dataset.failed = ""; place.firstElementChild.textContent += " (It cannot be unpacked here.)"; };
    script.fill = function (html) {
      var parts = document.createElement("template");
      parts.innerHTML = html;
      place.textContent = "";
      place.append(parts.content.querySelector('[data-of="' + folded.dataset.of + '"]'));
      copying(place);
      reachable(place);
      folded.dataset.ready = "";
      unfold(place);
    };
    script.onerror = script.fail;
    script.src = folded.dataset.from;
    document.head.appendChild(script);
  };
  // A reference says how much there was, and how far back, in base 36 (reports/packing.py).
  var expanded = function (text) {
    var parts = text.split("\u007f"), size = parts[0].length, at = 0;
    var told = parts.slice(1).map(function (part) {
      var end = part.indexOf(";"), numbers = part.slice(0, end).split(",");
      var one = { size: parseInt(numbers[0], 36), back: parseInt(numbers[1], 36), rest: part.slice(end + 1) };
      size += one.size + one.rest.length;
      return one;
    });
    var units = new Uint16Array(size);
    var add = function (said) { for (var k = 0; k < said.length; k += 1) { units[at] = said.charCodeAt(k); at += 1; } };
    add(parts[0]);
    told.forEach(function (one) {
      units.copyWithin(at, at - one.back, at - one.back + one.size);
      at += one.size;
      add(one.rest);
    });
    return new TextDecoder("utf-16le").decode(units);
  };
  // What all have in common comes before each, in this script; a control character is a tag.
  window.netproofDetails = function (text, kind) {
    var script = document.currentScript, packed = window.netproofPacked;
    inflated([packed[kind], text]).then(function (whole) {
      var text = expanded(whole.slice(whole.indexOf("\u0000") + 1)), head = '<div data-of="';
      var start = text.indexOf(head + script.of + '"'), end = text.indexOf(head, start + 1);
      script.fill(text.slice(start, end < 0 ? text.length : end).replace(/[\u0001-\u001f]/g, function (char) {
        return packed.tokens[char.charCodeAt(0)] || char;
      }));
    }).catch(script.fail);
  };
  folds.forEach(function (folded) {
    folded.addEventListener("toggle", function () { if (folded.open) { unpack(folded); } });
  });

  // A link into something folded opens it: a proof in prose is called p-, all else is what was checked.
  var unfold = function (place) {
    var name = decodeURIComponent(location.hash.slice(1));
    var target = name && document.getElementById(name);
    if (target && place && !place.contains(target)) { return; }  // where the reader is not sent
    if (!target && name) {
      var folded = document.getElementById(name.startsWith("p-") ? "proofs" : "details");
      if (folded) { folded.open = true; unpack(folded); }
    }
    for (var part = target; part; part = part.parentElement) {
      if (part.tagName === "DETAILS") { part.open = true; }
    }
    if (target) { target.scrollIntoView(); }
  };
  window.addEventListener("hashchange", function () { unfold(); });
  if (location.hash && !location.hash.startsWith("#q=") && location.hash !== "#find") { unfold(); }
  var copying = function (part) {
    if (!navigator.clipboard) { return; }
    part.querySelectorAll("button.copy[hidden]").forEach(function (button) {
      button.hidden = false;
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(button.previousElementSibling.textContent).then(function () {
          button.textContent = "copied";
        });
      });
    });
  };
  copying(document);
  // What scrolls can be reached by the keyboard.
  var reachable = function (part) {
    part.querySelectorAll(".line, .display, .scroll, .head h3, .statement, .note, .why, .repair > div, .steps div, .call p, blockquote, article > div, #proofs > div, dd, td, li, p").forEach(function (one) {
      if (one.checkVisibility && !one.checkVisibility()) { return; }  // asked when it is unfolded
      if (one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === "auto") { one.tabIndex = 0; }
    });
  };
  reachable(document);
  document.fonts.ready.then(function () { reachable(document); });
  document.addEventListener("toggle", function (event) { reachable(event.target); }, true);
  // What a name stands for is shown where one points, or where the focus is; Escape hides it.
  var tip = document.createElement("div"), of = null;
  tip.className = "tip"; tip.id = "tip"; tip.hidden = true; tip.setAttribute("role", "tooltip");
  (document.querySelector("main") || document.body).appendChild(tip);
  var hide = function () { tip.hidden = true; if (of) { of.removeAttribute("aria-describedby"); of = null; } };
  var define = function (event) {
    var name = event.target.closest && event.target.closest(".def");
    if (!name) { if (event.type === "focusin" || !tip.contains(event.target)) { hide(); } return; }
    var html = (window.netproofDefinitions || {})[name.dataset.def || name.hash.slice(3)];
    if (!html || name === of) { return; }
    hide(); of = name;
    tip.innerHTML = html;
    var words = tip.cloneNode(true);  // what has formulas alone has to be named
    words.querySelectorAll("math").forEach(function (formula) { formula.remove(); });
    if (words.textContent.trim()) { tip.removeAttribute("aria-label"); } else {
      tip.setAttribute("aria-label", (name.getAttribute("aria-label") || name.textContent) + ": a formula");
    }
    tip.hidden = false;
    tip.querySelectorAll(".line").forEach(function (line) {  // nothing in it can be scrolled by the keyboard
      if (line.scrollWidth > line.clientWidth) { line.style.fontSize = Math.floor(95 * line.clientWidth / line.scrollWidth) / 100 + "em"; }
    });
    name.setAttribute("aria-describedby", "tip");
    var box = name.getBoundingClientRect(), room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = window.scrollX + Math.max(8, Math.min(box.left, room)) + "px";
    var below = box.bottom + tip.offsetHeight + 8 < window.innerHeight || box.top < tip.offsetHeight + 8;
    tip.style.top = window.scrollY + (below ? box.bottom + 4 : box.top - tip.offsetHeight - 4) + "px";
  };
  if (window.netproofDefinitions) {
    document.addEventListener("pointerover", define);
    document.addEventListener("focusin", define);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", function (event) { if (event.key === "Escape") { hide(); } });
  }
  document.querySelectorAll("figure[data-slides]").forEach(function (figure) {
    var data = JSON.parse(figure.querySelector("script").textContent);
    var input = figure.querySelector("input"), out = figure.querySelector("output");
    var show = function () {
      var at = +input.value;
      Object.keys(data.paths).forEach(function (layout) {
        figure.querySelectorAll("svg." + layout + " .moving").forEach(function (path, k) {
          path.setAttribute("d", data.paths[layout][at][k]);
        });
      });
      input.setAttribute("aria-valuetext", data.labels[at]);
      out.textContent = data.labels[at] + ": " + data.says[at];
    };
    figure.querySelector(".slide").hidden = false;
    input.addEventListener("input", show);
    show();
  });
  document.querySelectorAll("figure[data-explore]").forEach(function (figure) {
    var data = JSON.parse(figure.querySelector("script").textContent);
    var inputs = [].slice.call(figure.querySelectorAll("input[type=range]"));
    var bodies = figure.querySelectorAll("tbody"), every = figure.querySelector(".every");
    // The paths are those of the wide layout: from its rectangle to that of another.
    var moved = function (path, from, to) {
      if (from === to) { return path; }
      return path.replace(/([ML])(-?[\d.]+) (-?[\d.]+)/g, function (all, sign, x, y) {
        var a = to[0] + (x - from[0]) / from[2] * to[2], b = to[1] + (y - from[1]) / from[3] * to[3];
        return sign + a.toFixed(1) + " " + b.toFixed(1);
      });
    };
    var show = function () {
      var at = inputs.map(function (input) {
        var label = input.dataset.labels.split(";")[+input.value];
        input.setAttribute("aria-valuetext", label);
        input.parentElement.querySelector(".value").textContent = label;
        return input.value;
      }).join(",");
      Object.keys(data.frames).forEach(function (layout) {
        ["upper", "lower"].forEach(function (panel, k) {
          figure.querySelectorAll("svg." + layout + " ." + panel).forEach(function (path, i) {
            path.setAttribute("d", moved(data.places[at][k][i], data.frames.wide[k], data.frames[layout][k]));
          });
        });
      });
      bodies.forEach(function (body) {
        var here = body.dataset.at === at;
        body.classList.toggle("other", !here);
        if (here) {
          figure.querySelector("output").textContent = body.dataset.told;
          if (body.dataset.says) { figure.querySelector(".says").textContent = body.dataset.says; }
        }
      });
    };
    every.hidden = false;
    every.addEventListener("click", function () {
      var all = figure.querySelector("table").classList.toggle("all");
      every.setAttribute("aria-pressed", String(all));
    });
    figure.querySelector(".slides").hidden = false;
    inputs.forEach(function (input) { input.addEventListener("input", show); });
    show();
  });
  document.querySelectorAll("figure[data-plot]").forEach(function (figure) {
    var plot = JSON.parse(figure.querySelector("script").textContent);
    var out = figure.querySelector("output");
    var show = function (value) { return value === null ? "–" : String(+value.toPrecision(5)); };
    figure.querySelectorAll("svg").forEach(function (svg) {
      var data = svg.dataset, box = svg.viewBox.baseVal, at = -1;
      var line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      line.setAttribute("class", "cursor");
      svg.appendChild(line);
      var point = function (k) {
        at = Math.max(0, Math.min(plot.x.length - 1, k));
        var x = +data.left + (plot.x[at] - data.x0) / (data.x1 - data.x0) * data.width;
        line.setAttribute("d", "M" + x + " 18V" + (box.height - 26));
        out.textContent = "x = " + show(plot.x[at]) + ",  f = " + show(plot.f[at]) +
          ",  G = " + show(plot.G[at]) + ",  |f − G| = " + show(plot.error[at]);
      };
      svg.addEventListener("pointermove", function (event) {
        var rect = svg.getBoundingClientRect();
        var part = ((event.clientX - rect.left) / rect.width * box.width - data.left) / data.width;
        var x = +data.x0 + part * (data.x1 - data.x0), best = 0;
        plot.x.forEach(function (value, k) {
          if (Math.abs(value - x) < Math.abs(plot.x[best] - x)) { best = k; }
        });
        point(best);
      });
      svg.addEventListener("pointerleave", function () { line.removeAttribute("d"); out.textContent = ""; });
      svg.addEventListener("keydown", function (event) {
        var step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step) { event.preventDefault(); point(at + step); }
      });
    });
  });
})();
