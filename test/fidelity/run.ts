import { parseArgs } from "node:util";
import { RecordWorld } from "./record-world.ts";

const { values } = parseArgs({ options: { transitions: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } } });
const begun = performance.now();
const world = new RecordWorld({ seed: Number(values.seed), size: 60, pageLimit: 1000, refuses: true, lag: 0 });
await world.begin();
console.log("begun", performance.now() - begun, world.findings.length, world.events);
while (world.transitions < Number(values.transitions)) {
  await world.round();
}
console.log(world.transitions, world.events, world.findings.length, performance.now() - begun);
const counts = Map.groupBy(world.findings, (f) => f.what.replace(/[\d"][^ ]*/g, "#").slice(0, 100));
for (const [what, its] of [...counts].toSorted((a, b) => b[1].length - a[1].length).slice(0, 40)) {
  const f = its[0]!;
  console.log("-----", its.length, what, "\n ", f.of, "|", f.transition, "\n  WAS", f.was, "\n  IS ", f.is, "\n  EV ", f.events.map((e) => e.slice(0, 200) + " ... " + e.slice(-300)).join("\n      "), "\n ", f.what.slice(0, 600));
}
