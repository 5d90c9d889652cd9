import { onTestFinished } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { openTestDatabase } from "../../support/sqlite-database.ts";

/** A database that is closed when the running test has finished. */
export function databaseOfTest(where: "file" | ":memory:") {
  const opened = openTestDatabase(where);
  onTestFinished(opened.close);
  return opened;
}

/** The `deliver` queue in the running test's database, in memory. */
export function queueOfTest() {
  const [opened, clock] = [databaseOfTest(":memory:"), new FakeClock()];
  return { opened, clock, queue: new SqliteQueue(opened.database, queues.deliver, clock, new LocalWakeUps()) };
}
