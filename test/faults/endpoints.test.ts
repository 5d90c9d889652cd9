import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge } from "./support/known-bridge.ts";
import { afterwards, random, request } from "./support/request.ts";

const minutes = 60_000;
const attempts = ["attempt", "nextAt", "dueAt", "failures", "excerpt", "probes", "probeAt", "repeated"];
/** Counts of attempts, which events quote. */
const quoted = ["lastFailure", "lastHour", "last24Hours", "hour", "day", "windows"];

const down: UseCase["endpoints"] = ({ url }) => (url.includes("push") ? 500 : 200);
const sweep = { body: JSON.stringify({ kind: "sweep" }) };

/** The pushed subscription's endpoint fails until the next sweep sends a notice of a type. */
const untilItReports =
  (type: string) =>
  async (world: FaultWorld, { subscriptions, key }: KnownBridge) => {
    for (const one of [subscriptions.pull, subscriptions.ordered])
      await call(world, { method: "DELETE", path: `/v1/subscriptions/${one}`, key });
    for (let step = 0; step < 1_500; step += 1) {
      const before = world.state;
      world.send("recover", [sweep]);
      await world.run(step < 60 ? 30_000 : 20 * minutes);
      if (JSON.stringify(world.tables.mirror.changedFrom(before.tables.mirror)).includes(type)) return before;
    }
    throw new Error(`no sweep reports ${type}`);
  };

/** A sweep, and what it sends at once. */
async function swept(world: FaultWorld): Promise<void> {
  world.send("recover", [sweep]);
  while (await world.handle("recover"));
}

const look = (name: string, type: string, more: Partial<UseCase> = {}): UseCase => ({
  name,
  from: "changed",
  endpoints: down,
  prepare: untilItReports(type),
  act: swept,
  canon: { history: [...attempts, ...quoted] },
  repeats: 6,
  ...more,
});

/** A request about the endpoint while it is paused. */
const whilePaused = (name: string, method: "PUT" | "DELETE", body?: object): UseCase =>
  request(
    name,
    ({ subscriptions, key }) => {
      const path = `/v1/subscriptions/${subscriptions.push}/acknowledgement`;
      return { method, path, key, ...(body && { body }) };
    },
    {
      ...{ from: "changed", endpoints: down, prepare: untilItReports("endpoint_paused"), repeats: 6 },
      canon: { history: [...attempts, ...quoted, ...random, "at"], rows: afterwards },
    },
  );

describeFaults("endpoints", [
  whilePaused("acknowledge a failing endpoint", "PUT", { note: "Being repaired" }),
  whilePaused("withdraw an acknowledgement", "DELETE"),
  look("report that an endpoint fails", "endpoint_failing"),
  look("warn that an endpoint will be paused", "endpoint_pausing"),
  look("pause an endpoint", "endpoint_paused"),
  look("disable an endpoint that nobody reaches", "endpoint_disabled"),
]);
