import { availableParallelism } from "node:os";
import { failuresWith } from "../planted-bugs/find-bug.ts";
import { names } from "./hazard.ts";
import { hazards } from "./hazards.ts";

// `npm run test:hazards [number…]` removes the answer to each hazard in turn and shows that its test fails.

const wanted = process.argv.slice(2).map(Number);
const queue = hazards.filter(({ number }) => wanted.length === 0 || wanted.includes(number));
const total = queue.length;
let unguarded = 0;
const workers = Array.from({ length: availableParallelism() }, async () => {
  for (let hazard = queue.shift(); hazard !== undefined; hazard = queue.shift()) {
    const { number, test } = hazard;
    const failed = await failuresWith(`hazard ${number}`, test, ["--testNamePattern", "hazard"]);
    const named = failed.filter((title) => names(title, number));
    if (named.length === 0) unguarded += 1;
    const reported = named.length === 0 ? "NOT GUARDED" : `fails without its answer: ${named.join("; ")}`;
    console.log(`hazard ${number}: ${reported}`);
  }
});
await Promise.all(workers);
console.log(`${total - unguarded} of ${total} hazards are guarded by a test that fails without their answer`);
process.exit(unguarded === 0 && total > 0 ? 0 : 1);
