import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../shared/adapters/sqlite/sqlite-queue.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { openTestDatabase } from "../support/sqlite-database.ts";
import { describeQueue, testedQueue } from "./queue-contract.ts";

for (const where of ["file", ":memory:"] as const) {
  describeQueue(`SQLite (${where})`, async () => {
    const { database, close } = openTestDatabase(where);
    const clock = new FakeClock();
    const queue = new SqliteQueue(database, { ...queues.deliver, ...testedQueue }, clock, new LocalWakeUps());
    return {
      queue,
      tellsGroups: true,
      refuses: {},
      receive: () => queue.receive(10),
      acknowledge: async (message) => {
        await queue.acknowledge([message as Awaited<ReturnType<SqliteQueue["receive"]>>[number]]);
      },
      pass: async (ms) => {
        clock.advance(ms);
      },
      dead: async () => (await queue.depth()).dead,
      empty: async () => {
        clock.advance(1_000_000);
        for (let page = await queue.receive(1_000); page.length > 0; page = await queue.receive(1_000)) {
          await queue.acknowledge(page);
        }
      },
      close: async () => {
        close();
      },
    };
  });
}
