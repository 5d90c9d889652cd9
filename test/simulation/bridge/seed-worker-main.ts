import { restricted, runPlan } from "./run-plan.ts";

// A process that lives through the seeds it is sent, one at a time, and answers with what was violated.
process.on("message", (seed) => {
  void (async () => {
    const { violations, told, dials } = await runPlan(restricted(Number(seed), {}));
    process.send?.({ seed, violations: violations.slice(0, 20), told, dials });
  })();
});
