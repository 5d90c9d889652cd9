import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";

/**
 * How far a feed is, and how its visits went: the visit after a fault reads again, and may be ahead or behind. What it must not
 * lose is in the mirror, the events and the deliveries.
 */
const visits = [
  "checkpoint",
  "changeRate",
  "nowRev",
  "level",
  "wheel",
  "stats",
  "lastError",
  "failures",
  "drained",
  "watermark",
];
const notes = [/^feeds acme#(plan|arrivals|schema|sub-owners)/, /^feeds acme#[\w-]+#\w+ \/ (walk|visit)/];

const feedsOf = (world: FaultWorld, kind: string): readonly string[] =>
  [...new Set(world.tables.feeds.items.map(({ pk }) => pk))].filter((pk) => pk.startsWith(`acme#${kind}`));

/** A poll message for the feeds of a kind, as a tick sends it. */
async function visit(world: FaultWorld, kind: string): Promise<void> {
  const message = { instance: "acme", feedIds: feedsOf(world, kind), allowance: 200, startBy: world.now + 60_000 };
  world.send("poll", [{ body: JSON.stringify(message) }]);
  await world.handle("poll");
}

const reading = (name: string, kind: string, more: Partial<UseCase> = {}): UseCase => ({
  name,
  prepare: async (world) => {
    world.held.add("poll");
    // The changes of the source were made by now.
    await world.run(2 * 3_600_000 + 120_000);
  },
  act: (world) => visit(world, kind),
  settle: async (world) => {
    world.held.clear();
    for (let times = 0; times < 4; times += 1) {
      await world.run(150_000);
      await visit(world, kind);
    }
    await world.run(150_000);
  },
  canon: { history: visits, rows: notes },
  ...more,
});

describeFaults("polling", [
  reading("read the timeline of persons", "person-timeline"),
  // A hint only has an owner read before its turn.
  reading("walk the companies", "company-walk", {
    canon: { history: visits, rows: notes, lines: [/^feeds acme#owner#.*"hint":/] },
  }),
  reading("walk the projects", "project-walk"),
  reading("scrub documents", "document-scrub"),
  reading("count companies", "company-count"),
  reading("read templates", "company-template"),
  reading("read an owner", "owner"),
]);
