import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge, Subscriptions } from "./support/known-bridge.ts";

/** What a delivery's row says about its history. */
const attempts = ["attempt", "nextAt", "dueAt", "failures", "excerpt", "repeated"];

/** Two events wait to be delivered to one subscription. */
const waitingFor = (kind: keyof Subscriptions) => async (world: FaultWorld, bridge: KnownBridge) => {
  world.held.add("deliver");
  await world.run(1_000);
  world.keep("deliver", (body) => body.includes(bridge.subscriptions[kind]));
};

const attempt = (name: string, kind: keyof Subscriptions, more: Partial<UseCase> = {}): UseCase => ({
  name,
  from: "changed",
  prepare: waitingFor(kind),
  act: (world) => world.handle("deliver"),
  canon: { history: attempts },
  ...more,
});

describeFaults("delivery", [
  {
    name: "fan out two events",
    from: "changed",
    prepare: async (world) => {
      world.held.add("fanout");
      await world.run(1_000);
    },
    act: (world) => world.handle("fanout"),
    inPairs: true,
  },
  attempt("post to an endpoint that takes it", "push"),
  attempt("post to an endpoint that fails once", "push", { endpoints: (_, nth) => (nth === 1 ? 500 : 200) }),
  attempt("post to an endpoint that times out once", "push", { endpoints: (_, nth) => (nth === 1 ? undefined : 200) }),
  attempt("post to an endpoint that is gone", "push", { endpoints: ({ url }) => (url.includes("push") ? 410 : 200) }),
  attempt("post in order", "ordered"),
  attempt("post in order to an endpoint that fails once", "ordered", {
    endpoints: (_, nth) => (nth === 1 ? 500 : 200),
  }),
  attempt("keep for a consumer that pulls", "pull", { inPairs: true }),
]);
