import { hostileEngine } from "../support/hostile-engine.ts";
import { engineOfTest, type OpenEngine } from "../support/node-engine.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { describeChangeStream } from "./change-stream-contract.ts";
import { describeHostLock } from "./host-lock-contract.ts";
import { describeQueueConsumer } from "./queue-consumer-contract.ts";
import { describeWakeUps } from "./wake-ups-contract.ts";

/** Without mishaps. The remaining ones, reordered messages and truncated reads, are within what the ports allow. */
const openHostile: OpenEngine = (clock) => {
  const { engine, another, ...rest } = engineOfTest(clock);
  const faults = { randomness: new SeededRandomness(7), mishap: 0 };
  return {
    ...rest,
    engine: hostileEngine(engine, faults),
    another: () => hostileEngine(another(), faults),
  };
};

for (const [name, open] of [
  ["SQLite", engineOfTest],
  ["SQLite, hostile", openHostile],
] as const) {
  describeQueueConsumer(name, open);
  describeChangeStream(name, open);
  describeWakeUps(name, open);
  describeHostLock(name, open);
}
