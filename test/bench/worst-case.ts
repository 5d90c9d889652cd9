import { parseArgs } from "node:util";
import { documentOf, operationsOf } from "../worst-case/operations.ts";
import { mostCpu, mostStored, storesMore, takesLonger } from "../worst-case/route-costs.ts";
import { type Found, search, send } from "../worst-case/search.ts";
import { worstWorld } from "../worst-case/world.ts";
import { median } from "./median.ts";

/**
 * `npm run bench:worst-case` prints CPU and bytes of the most expensive request that a search finds for each API
 * operation. Fails above 20 ms or 256 KB unless `route-costs.ts` gives a reason. Tables are in memory, and copy what
 * they return and store.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    times: { type: "string", default: "5" },
    operation: { type: "string" },
  },
});
const effort = { seed: Number(values.seed), rounds: Number(values.rounds) };
const world = await worstWorld({ events: 2_000, large: 20, deliveries: 2_000, auditEntries: 1_000, owners: 3_000 });
const operations = operationsOf(await documentOf(world), world);

type Row = {
  readonly id: string;
  readonly ms: number;
  readonly longest: number;
  readonly stored: number;
  readonly found: Found;
};
const rows: Row[] = [];
for (const operation of operations) {
  if (values.operation !== undefined && operation.id !== values.operation) continue;
  const worst = await search(world, operation, effort);
  let [dearest, longest] = [{ ms: -1, found: worst.calls }, 0];
  for (const found of new Set(Object.values(worst))) {
    const times: number[] = [];
    for (let time = 0; time < Number(values.times); time += 1) {
      await world.work.of(async () => {
        const turn = watchTurns();
        const began = process.cpuUsage();
        await send(world, operation, found.candidate);
        const { user, system } = process.cpuUsage(began);
        times.push((user + system) / 1_000);
        longest = Math.max(longest, await turn.longest());
      });
    }
    if (median(times) > dearest.ms) dearest = { ms: median(times), found };
  }
  rows.push({ id: operation.id, ...dearest, longest, stored: worst.stored.work.stored });
}

/**
 * The most CPU (ms) between two turns of the event loop, which is how long deliveries on one machine wait if it has a
 * processor to itself.
 */
function watchTurns() {
  let [isOver, last, longest] = [false, process.cpuUsage(), 0];
  const look = () => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.cpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    longest: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isOver = true;
      return longest;
    },
  };
}

rows.sort((one, other) => other.ms - one.ms);
console.log("CPU ms | of the longest turn | bytes stored | table calls | items | steps | status | operation");
for (const { id, ms, longest, stored, found } of rows) {
  const { calls, items, steps } = found.work;
  console.log([ms.toFixed(1), longest.toFixed(1), stored, calls, items, steps, found.status, id].join(" | "));
  if (values.operation !== undefined) console.log(JSON.stringify(found.candidate).slice(0, 2_000));
}
const above = rows.filter(
  ({ id, ms, stored }) =>
    (ms > mostCpu && takesLonger[id] === undefined) || (stored > mostStored && storesMore[id] === undefined),
);
console.log(
  above.length === 0
    ? `all ${rows.length} operations take at most ${mostCpu} ms and ${mostStored} bytes, or have a reason for more`
    : `above ${mostCpu} ms or ${mostStored} bytes: ${above.map(({ id }) => id).join(", ")}`,
);
process.exit(above.length === 0 ? 0 : 1);
