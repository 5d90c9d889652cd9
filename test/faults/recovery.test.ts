import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import { sweeps } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge } from "./support/known-bridge.ts";

const attempts = [
  "attempt",
  "nextAt",
  "dueAt",
  "failures",
  "excerpt",
  "leasedUntil",
  "lease",
  "chunk",
  "scanned",
  "sent",
];

/** Fetches and acknowledges once. */
async function pull(world: FaultWorld, { subscriptions, key }: KnownBridge): Promise<void> {
  const path = `/v1/subscriptions/${subscriptions.pull}`;
  const { body } = await call(world, { method: "GET", path: `${path}/poll?limit=10&leaseSeconds=30`, key });
  const items: readonly { readonly ackId: string; readonly event: { readonly id: string } }[] = body?.items ?? [];
  if (items.length === 0) return;
  // What was given counts as posted: two consumers at once aren't given the same.
  for (const { event } of items) world.posts.push({ url: "pull", event: event.id, body: "" });
  await call(world, { method: "POST", path: `${path}/ack`, key, body: { ackIds: items.map(({ ackId }) => ackId) } });
}

/** An address for alerts, confirmed with the code that it was sent. */
async function confirmedAddress(world: FaultWorld, { partner, key }: KnownBridge): Promise<void> {
  const path = `/v1/partners/${partner}/alerts`;
  await call(world, { method: "PATCH", path, key, body: { email: "oncall@acme.example" } });
  await world.run(1_000);
  const code = /\d{8}/.exec(world.mails[0]?.subject ?? "")?.[0];
  await call(world, { method: "POST", path: `${path}/confirm`, key, body: { code } });
  world.held.add("alerts");
  await call(world, { method: "POST", path: `${path}/test`, key });
}

describeFaults("recovery", [
  {
    name: "run a chunk of a replay",
    prepare: async (world, { subscriptions, key }) => {
      world.held.add("recover");
      const path = `/v1/subscriptions/${subscriptions.ordered}/replays`;
      const since = new Date(world.now - 4 * 3_600_000).toISOString();
      await call(world, { method: "POST", path, key, body: { dryRun: false, since } });
    },
    act: (world) => world.handle("recover"),
    canon: { history: attempts },
  },
  {
    name: "erase a record",
    from: "changed",
    prepare: async (world) => {
      await world.run(60_000);
      world.held.add("recover");
      const changed = world.tables.events.items.find(
        ({ body }) => typeof body === "string" && body.includes('"type":"person.'),
      );
      const { subject } = JSON.parse(typeof changed?.["body"] === "string" ? changed["body"] : "{}");
      const body = { instance: "acme", subject: { type: subject.type, id: subject.id } };
      const { status } = await call(world, { method: "POST", path: "/v1/erasures", body });
      if (status >= 300) throw new Error(`the erasure was refused: ${status}`);
    },
    act: (world) => world.handle("recover"),
    canon: { history: attempts },
  },
  {
    name: "pull and acknowledge",
    from: "changed",
    prepare: (world) => world.run(60_000),
    act: pull,
    repeatsBeside: 0,
    settle: async (world, bridge) => {
      await world.run(60_000);
      await pull(world, bridge);
      await sweeps(world);
    },
    canon: { history: attempts },
  },
  {
    name: "send an alert",
    prepare: confirmedAddress,
    act: (world) => world.handle("alerts"),
    // A mail is sent once at most: whether one arrived isn't known where a process ended, and the log says so.
    canon: { history: ["state", "reason"], lines: [/^mail/] },
  },
]);
