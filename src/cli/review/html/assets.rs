//! The style sheet and the script of the review page.

/// The style sheet; its colours are variables named after the colour roles of the diagrams.
pub(super) const STYLE: &str = "\
body{background:var(--page);color:var(--text)}
a{color:var(--preview)}
h1{font-size:1.5rem}
h2{font-size:1.3rem;margin:0 0 .3rem}
h3{font-size:1.1rem;margin:1.6rem 0 .4rem}
h4{font-size:1rem;margin:0 0 .5rem}
article{border-top:1px solid var(--muted);padding-top:1.2rem;margin-top:2rem}
.muted,figcaption{color:var(--muted);font-size:.875rem}
.card td,.card th{text-align:right;font-variant-numeric:tabular-nums}
.card th:first-child{text-align:left;font-weight:400}
.wide{overflow-x:auto}
figure{margin:0}
svg{max-width:100%;height:auto}
.graph{width:100%;max-width:60rem}
.graph text{fill:var(--muted);font:13px system-ui,sans-serif}
.graph .axis{stroke:var(--muted);stroke-width:1;opacity:.5}
.graph .line{fill:none;stroke:var(--text);stroke-width:2;stroke-linejoin:round}
.side1{fill:var(--side-first)}
.side2{fill:var(--side-second)}
.graph .mark{stroke:var(--page);stroke-width:1.5}
.graph a:focus .mark,.graph a:hover .mark{stroke:var(--text)}
.moment{border:1px solid #8886;border-radius:.5rem;padding:1rem;margin:1rem 0;break-inside:avoid}
.moment:target,.moment:focus{outline:2px solid var(--preview)}
.both{display:flex;flex-wrap:wrap;gap:1rem}
.both figure{flex:0 1 22rem;min-width:0}
.both>div{flex:1 1 16rem;min-width:0;overflow-wrap:anywhere}
.both p{margin:0 0 .5rem}
.glyph{font-weight:700}
.inaccuracy{color:var(--inaccuracy)}
.mistake{color:var(--mistake)}
.blunder{color:var(--blunder)}
.better{color:var(--good)}
.loss{border-collapse:collapse;margin:.6rem 0;font-variant-numeric:tabular-nums}
.loss th{font-weight:400;text-align:left;color:var(--muted);padding:0 1.2rem 0 0}
.loss td{text-align:right}
.moves{list-style:none;margin:0;padding:0;columns:11rem;font-variant-numeric:tabular-nums}
.moves li{break-inside:avoid;padding:.1rem .4rem;overflow-wrap:anywhere}
.moves .first{border-left:3px solid var(--side-first)}
.moves .second{border-left:3px dashed var(--side-second)}
.moves small{color:var(--muted)}
@media (max-width:40rem){.graph text{font-size:20px}.graph .mark{stroke-width:1}}
@media print{body{max-width:none;margin:0}article{break-before:page}article:first-child{break-before:auto}}
";

/// The script: n and p, or j and k, go to the next and the previous key moment. The page is complete
/// without it.
pub(super) const SCRIPT: &str = "\
addEventListener('keydown', function (event) {
  var step = {n: 1, j: 1, p: -1, k: -1}[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) { return; }
  var all = Array.from(document.querySelectorAll('.moment'));
  var at = all.indexOf(document.activeElement);
  var next = all[at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step];
  if (next) { next.focus(); next.scrollIntoView({block: 'nearest'}); event.preventDefault(); }
});
";
