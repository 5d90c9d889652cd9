import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge, Subscriptions } from "./support/known-bridge.ts";

/** What a delivery's row says about its history. */
const attempts = ["attempt", "nextAt", "dueAt", "failures", "excerpt", "repeated"];

/** Two events wait to be delivered to one subscription. */
const waitingFor = (kind: keyof Subscriptions) => (world: FaultWorld, bridge: KnownBridge) =>
  waitFor(world, bridge.subscriptions[kind]);

async function waitFor(world: FaultWorld, subscription: string): Promise<void> {
  world.held.add("deliver");
  await world.run(1_000);
  world.keep("deliver", (body) => body.includes(subscription));
}

/** Two events wait to be sent to a new subscription's queue in AWS. */
async function waitForQueue(world: FaultWorld, { key }: KnownBridge): Promise<void> {
  const roleArn = "arn:aws:iam::123456789012:role/feedhook-destination-orders";
  const destination = { target: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders", roleArn };
  const body = { kind: "sqs", destination, eventTypes: ["*"] };
  const made = await call(world, { method: "POST", path: "/v1/subscriptions", key, body });
  await waitFor(world, made.body.id);
  if (!world.waiting.some((text) => text.startsWith("queue deliver holds"))) throw new Error("no event waits for it");
}

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
  attempt("send to a queue that takes it", "other", { prepare: waitForQueue }),
  attempt("send to a queue that throttles once", "other", {
    prepare: waitForQueue,
    endpoints: (_, nth) => (nth === 1 ? 429 : 200),
  }),
  attempt("keep for a consumer that pulls", "pull", { inPairs: true }),
]);
