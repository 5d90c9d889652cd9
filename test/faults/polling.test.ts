import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import { held, quarantined } from "./support/waiting-work.ts";

/**
 * How far a feed is, and how its visits went. The visit after a fault reads again, and may be ahead or behind. What it
 * must not lose is in the mirror, the events and the deliveries.
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
  "completeReads",
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

/** The source's changes were made by then. */
async function later(world: FaultWorld): Promise<void> {
  world.held.add("poll");
  await world.run(2 * 3_600_000 + 120_000);
}

const reading = (name: string, kind: string, more: Partial<UseCase> = {}): UseCase => ({
  name,
  prepare: later,
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
  // A hint only makes an owner be read early.
  reading("walk the companies", "company-walk", {
    canon: { history: visits, rows: notes, lines: [/^feeds acme#owner#.*"hint":/] },
  }),
  reading("walk the projects", "project-walk"),
  reading("scrub documents", "document-scrub"),
  reading("count companies", "company-count"),
  reading("read templates", "company-template", {
    // A list that temporarily can't be read is walked at the next visit, and a walk deletes the previous one's notes.
    canon: { history: visits, rows: notes, lines: [/^feeds acme#company-template#\w+ \/ walk.* is gone$/] },
  }),
  reading("read an owner", "owner"),
  reading("read a row in quarantine again", "person-timeline", {
    prepare: async (world) => {
      const { feed, row } = await quarantined(world);
      const path = `/v1/feeds/${encodeURIComponent(feed)}/quarantine/${row}/retry`;
      await call(world, { method: "POST", path });
      await later(world);
    },
    canon: { history: [...visits, "triedAt"], rows: notes },
  }),
  reading("act on an approved hold", "person-walk", {
    prepare: async (world) => {
      await later(world);
      await (await held(world)).decide("acme", "person", "approved", world.now);
    },
  }),
]);
