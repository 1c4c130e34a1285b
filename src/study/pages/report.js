addEventListener('keydown', function (event) {
  var step = {n: 1, j: 1, p: -1, k: -1}[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) { return; }
  var all = Array.from(document.querySelectorAll('.moment'));
  var at = all.indexOf(document.activeElement);
  var next = all[at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step];
  if (next) { next.focus(); next.scrollIntoView({block: 'nearest'}); event.preventDefault(); }
});
