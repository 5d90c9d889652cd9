import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge } from "./support/known-bridge.ts";

const minutes = 60_000;
const hours = 60 * minutes;
const attempts = ["attempt", "nextAt", "dueAt", "failures", "excerpt", "probes", "probeAt", "repeated"];
/** Counts of attempts, which events quote. */
const quoted = ["lastFailure", "lastHour", "last24Hours", "hour", "day", "windows"];

const down: UseCase["endpoints"] = ({ url }) => (url.includes("push") ? 500 : 200);
const sweep = { body: JSON.stringify({ kind: "sweep" }) };

/** The endpoint of the pushed subscription fails until its circuit opens, and then for `ms` more. */
const failingFor = (ms: number) => async (world: FaultWorld, bridge: KnownBridge) => {
  const body = { eventTypes: ["*"] };
  for (const one of [bridge.subscriptions.pull, bridge.subscriptions.ordered])
    await call(world, { method: "DELETE", path: `/v1/subscriptions/${one}`, key: bridge.key, body });
  const until = world.now + ms;
  while (world.now < until) {
    world.send("recover", [sweep]);
    await world.run(Math.min(until - world.now, ms > 10 * hours ? 2 * hours : 30_000));
  }
};

/** A sweep, and what it sends at once. */
async function swept(world: FaultWorld): Promise<void> {
  world.send("recover", [sweep]);
  while (await world.handle("recover"));
}

const look = (name: string, ms: number, more: Partial<UseCase> = {}): UseCase => ({
  name,
  covers: ["recover drain"],
  from: "changed",
  endpoints: down,
  prepare: failingFor(ms),
  act: swept,
  canon: { history: [...attempts, ...quoted] },
  repeats: 6,
  ...more,
});

describeFaults("endpoints", [
  look("tell that an endpoint fails", 11 * minutes),
  look("warn that an endpoint will be paused", 49 * hours),
  look("pause an endpoint", 73 * hours),
  look("disable an endpoint that nobody reaches", (72 + 14 * 24 + 7) * hours),
  look("drain the backlog of an endpoint that is well again", 20 * minutes, { endpoints: (_, nth) => (nth > 1 ? 200 : 200) }),
]);
