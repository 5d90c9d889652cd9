import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { Database } from "../../shared/adapters/sqlite/database.ts";
import { SqliteChangeStream } from "../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../shared/kernel/topology.ts";

/** Until it is killed, writes items one at a time and prints each one's number once the write is confirmed. */
const [path = ""] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const database = new Database(path);
const stream = new SqliteChangeStream(database, "mirror", clock, new LocalWakeUps());
const table = new SqliteTable(database, tables.mirror, clock, { stream });
for (let number = 0; ; number++) {
  await table.put([{ item: { pk: "p", sk: String(number).padStart(9, "0"), number } }]);
  process.stdout.write(`${number}\n`);
}
