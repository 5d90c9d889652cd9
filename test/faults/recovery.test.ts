import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import { sweeps, type UseCase } from "./support/every-fault.ts";
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

/** Fetches once. Leased events count as posted, because two concurrent consumers don't get the same ones. */
async function fetched(world: FaultWorld, { subscriptions, key }: KnownBridge): Promise<readonly string[]> {
  const path = `/v1/subscriptions/${subscriptions.pull}/poll?limit=10&leaseSeconds=30`;
  const { body } = await call(world, { method: "GET", path, key });
  const items: readonly { readonly ackId: string; readonly event: { readonly id: string } }[] = body?.items ?? [];
  for (const { event } of items) world.posts.push({ url: "pull", event: event.id, body: "{}" });
  return items.map(({ ackId }) => ackId);
}

/** Fetches and acknowledges once. */
async function pull(world: FaultWorld, bridge: KnownBridge): Promise<void> {
  const ackIds = await fetched(world, bridge);
  if (ackIds.length === 0) return;
  const path = `/v1/subscriptions/${bridge.subscriptions.pull}/ack`;
  await call(world, { method: "POST", path, key: bridge.key, body: { ackIds } });
}

/** An alert address, confirmed with the mailed code. */
async function confirmedAddress(world: FaultWorld, { partner, key }: KnownBridge): Promise<void> {
  const path = `/v1/partners/${partner}/alerts`;
  await call(world, { method: "PATCH", path, key, body: { email: "oncall@acme.example" } });
  await world.run(1_000);
  const code = /\d{8}/.exec(world.mails[0]?.subject ?? "")?.[0];
  await call(world, { method: "POST", path: `${path}/confirm`, key, body: { code } });
  world.held.add("alerts");
  await call(world, { method: "POST", path: `${path}/test`, key });
}

const pulling = (name: string, act: UseCase["act"]): UseCase => ({
  name,
  from: "changed",
  prepare: (world) => world.run(60_000),
  act,
  repeatsBeside: 0,
  settle: async (world, bridge) => {
    await world.run(60_000);
    await pull(world, bridge);
    await sweeps(world);
  },
  canon: { history: [...attempts, "fetched"] },
});

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
  pulling("pull and acknowledge", pull),
  pulling("pull, and end before the acknowledgement", async (world, bridge) => {
    await fetched(world, bridge);
  }),
  {
    name: "send an alert",
    inPairs: true,
    prepare: confirmedAddress,
    act: (world) => world.handle("alerts"),
    // A mail is sent at most once. If a process ended, whether it arrived is unknown, and the log says so.
    canon: { history: ["state", "reason"], lines: [/^mail/] },
  },
]);
