import { DocumentWorld } from "./document-world.ts";
const [seed, rounds, shows, restless, names, limit] = process.argv.slice(2).map(Number);
const begun = performance.now();
const world = new DocumentWorld({ seed: seed!, owners: 3, size: 60, pageLimit: limit ?? 1000, refuses: true, showsPlacements: shows === 1, isRestless: restless === 1, namesChanger: names === 1 });
await world.begin();
console.log("begun", performance.now() - begun, world.findings.length, world.events);
for (let n = 0; n < rounds!; n++) await world.round();
console.log(world.transitions, world.events, world.findings.length, performance.now() - begun);
const counts = Map.groupBy(world.findings, (f) => f.what.replace(/[\d"#][^ ]*/g, "*").slice(0, 90));
for (const [what, its] of [...counts].toSorted((a, b) => b[1].length - a[1].length).slice(0, 12)) {
  const f = its.at(-1)!;
  console.log("-----", its.length, what, "\n ", f.of, "|", f.transition, "\n  WAS", f.was, "\n  IS ", f.is, "\n  EV ", f.events.map((e) => e.slice(0, 200) + " ... " + e.slice(-300)).join("\n      "), "\n ", f.what.slice(0, 600));
}
