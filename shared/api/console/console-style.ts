/** The console's style: two colour schemes by one set of names, one column on a phone. */
export const consoleStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #101319);
  --card: light-dark(#ffffff, #181d26);
  --line: light-dark(#dfe3ea, #2a3140);
  --ink: light-dark(#1a2130, #e6eaf2);
  --soft: light-dark(#596579, #98a3b8);
  --link: light-dark(#2450c8, #8fb0ff);
  --good: light-dark(#12734a, #4ccb92);
  --busy: light-dark(#8a5a00, #e8b251);
  --bad: light-dark(#b3261e, #ff8a80);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; padding-top: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 1rem; margin: 0 0 .75rem; }
h3 { font-size: .95rem; margin: 0; }
#state { color: var(--soft); margin: 0; flex: 1; }
#state.bad { color: var(--bad); }
main { display: grid; gap: 1rem; grid-template-columns: repeat(12, minmax(0, 1fr)); padding-block: 1rem 3rem; }
section {
  grid-column: span 12; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 1rem 1.25rem; min-width: 0;
}
@media (min-width: 60rem) { .half { grid-column: span 6; } }
.empty { color: var(--soft); margin: 0; }
.soft { color: var(--soft); }
.good { color: var(--good); } .busy { color: var(--busy); } .bad { color: var(--bad); }
.mark::before { content: "\\25CF"; font-size: .7em; margin-right: .45em; vertical-align: .12em; }
.instance { border-top: 1px solid var(--line); padding-top: .75rem; margin-top: .75rem; }
.instance:first-of-type { border: 0; padding: 0; margin: 0; }
.instance > div { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; }
.scroll { overflow-x: auto; }
table { min-width: min(100%, 36rem); border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: .85rem; }
th, td { padding: .3rem 1rem .3rem 0; white-space: nowrap; }
td { border-top: 1px solid var(--line); }
.number { text-align: right; }
dl { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 0 0 .75rem; }
dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); }
li:first-child { border: 0; }
.row, summary { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .4rem 0; align-items: baseline; }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "\\25B8"; color: var(--soft); width: .6rem; }
details[open] > summary::before { content: "\\25BE"; }
time { color: var(--soft); font-variant-numeric: tabular-nums; }
.what { font-weight: 600; }
.grow { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
pre {
  margin: 0 0 .75rem; padding: .75rem; background: var(--paper); border-radius: 6px; overflow-x: auto;
  font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace;
}
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
label { flex: 1 1 16rem; color: var(--soft); }
input, button { font: inherit; color: inherit; border-radius: 7px; border: 1px solid var(--line); padding: .5rem .75rem; }
input { display: block; width: 100%; background: var(--paper); margin-top: .25rem; }
button { background: var(--card); cursor: pointer; }
button.main { background: var(--link); border-color: var(--link); color: var(--card); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
`;
