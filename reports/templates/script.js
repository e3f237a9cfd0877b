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
      document.querySelectorAll("section.paper").forEach(function (part) {
        part.hidden = !part.querySelector("[data-find]:not([hidden])");
      });
    });
  }
  if (navigator.clipboard) {
    document.querySelectorAll(".copy").forEach(function (button) {
      button.hidden = false;
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(button.previousElementSibling.textContent).then(function () {
          button.textContent = "copied";
        });
      });
    });
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
