import { RecordWorld } from "/work/w-oracle/test/fidelity/record-world.ts";
const [pageLimit, refuses, lag, rounds, size, odd] = process.argv.slice(2).map(Number);
const begun = performance.now();
const world = new RecordWorld({ seed: 7, size: size ?? 60, pageLimit: pageLimit!, refuses: refuses === 1, lag: lag!, oddRow: odd === 1 ? "too deep" : odd === 2 ? "no id" : "none" });
await world.begin();
console.log("begun", performance.now() - begun, world.findings.length, world.events);
for (let n = 0; n < rounds!; n++) await world.round();
console.log(world.transitions, world.events, world.findings.length, performance.now() - begun);
const counts = Map.groupBy(world.findings, (f) => f.of.split("#")[0] + ": " + f.what.replace(/[\d"][^ ]*/g, "#").slice(0, 40));
for (const [what, its] of [...counts].toSorted((a, b) => b[1].length - a[1].length).slice(0, 14)) {
  const f = its[0]!;
  console.log("-----", its.length, what, "\n ", f.of, "|", f.transition, "\n  WAS", f.was, "\n  IS ", f.is, "\n  EV ", f.events.map((e) => e.slice(0, 200) + " ... " + e.slice(-300)).join("\n      ").slice(0, 800), "\n ", f.what.slice(0, 300));
}
