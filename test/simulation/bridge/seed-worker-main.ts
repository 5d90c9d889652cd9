import { restricted, runPlan } from "./run-plan.ts";

// A process that runs the seeds it is sent, one at a time, and responds with the violations.
process.on("message", (seed) => {
  void (async () => {
    const { violations, reported, dials } = await runPlan(restricted(Number(seed), {}));
    process.send?.({ seed, violations: violations.slice(0, 20), reported, dials });
  })();
});
