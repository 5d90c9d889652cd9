import { describe, expect, test } from "vitest";
import type { Json } from "../../../../shared/kernel/json.ts";
import { rewoundFeed } from "../../../../shared/polling/visits/rewound-feed.ts";
import type { Feed, FeedKind, Rewind } from "../../../../shared/schedule/feeds/feed.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { FakeClock } from "../../../support/fake-clock.ts";

const stats = { rows: 9, duplicates: 0, missed: 0, quarantined: 0 };

/** The feed after its visit began, and what was saved for that. */
async function begun(
  rest: Partial<Feed> & { readonly kind?: FeedKind },
  ofInstance?: Rewind & { readonly rev: number },
) {
  const { kind = "person-timeline", ...fields } = rest;
  const feed = { ...newFeed({ instance: "acme", kind, query: { key: "created" } }), drained: true, ...fields };
  const saved: unknown[] = [];
  const save = async (_: Feed, patch: Partial<Feed>) => {
    saved.push(patch);
    return { outcome: "ok", rev: feed.rev + 1 } as const;
  };
  const rewound = await rewoundFeed({ feeds: { save }, clock: new FakeClock(5_000) }, feed, ofInstance);
  return { feed, rewound, saved };
}

const timeline = { watermark: 900, drained: true, sweptAt: 3, ties: [4] };

describe("a request to rewind", () => {
  test.each<[string, Partial<Feed>, (Rewind & { rev: number })?]>([
    ["that nobody made", {}],
    ["that the feed has followed", { rewoundFor: 3 }, { rev: 3 }],
  ])("%s changes nothing", async (_, fields, ofInstance) => {
    const { feed, rewound, saved } = await begun({ checkpoint: timeline, ...fields }, ofInstance);
    expect(rewound).toBe(feed);
    expect(saved).toEqual([]);
  });

  test("of the feed or of its instance is followed once, at once though the feed backs off", async () => {
    const own = await begun({ rewind: {}, rewoundFor: 2, retryAt: 9_000 });
    expect(own.saved).toEqual([{ drained: true, rewind: undefined, retryAt: undefined, rewoundFor: 2 }]);
    expect(own.rewound).toMatchObject({ rev: own.feed.rev + 1, rewind: undefined, retryAt: undefined });
    const { saved } = await begun({ rewoundFor: 2 }, { rev: 3 });
    expect(saved).toMatchObject([{ rewoundFor: 3 }]);
  });

  test("is left to the worker that saved the feed first", async () => {
    const feed = { ...newFeed({ instance: "acme", kind: "room", query: {} }), rewind: {} };
    const feeds = { save: async () => ({ outcome: "conflict" }) as const };
    expect(await rewoundFeed({ feeds, clock: new FakeClock() }, feed, undefined)).toBeUndefined();
  });

  test.each<[own: Rewind, ofInstance: Rewind, expected: object]>([
    [{ to: 700 }, { to: 300 }, { watermark: 300, drained: true }],
    [{ to: 300 }, { to: 700 }, { watermark: 300, drained: true }],
    [{ to: 700 }, {}, { drained: true }],
    [{ to: 700 }, { anew: true }, { drained: false }],
    [{ anew: true }, { to: 700 }, { drained: false }],
  ])("of the feed (%j) and one of its instance (%j) are both followed", async (own, ofInstance, expected) => {
    const { rewound } = await begun({ checkpoint: timeline, rewind: own }, { rev: 3, ...ofInstance });
    expect(rewound?.checkpoint).toEqual({ ties: [], ...expected });
    expect(rewound?.rewoundFor).toBe(3);
  });

  test("for anew begins first contact again, and the count of its pages", async () => {
    const counted = { stats: { ...stats, pages: 7 } };
    const anew = await begun({ rewind: { anew: true }, ...counted });
    expect(anew.rewound).toMatchObject({ drained: false, stats: { ...stats, pages: 0 } });
    expect((await begun({ rewind: {}, ...counted })).rewound).toMatchObject({ drained: true, ...counted });
    expect((await begun({ rewind: { anew: true }, stats })).saved[0]).not.toHaveProperty("stats");
    const walk = await begun({ kind: "person-walk", rewind: { anew: true } });
    expect(walk.rewound?.drained).toBe(true);
  });
});

const lateness = { counts: [3], at: 5 };
const segment = { cursor: null, seenAt: 1, counts: { f: 2 } };
const journal = { ring: [segment], anchor: 0, foundAt: 2, first: false, rereadAt: 3 };
const replayed = { ...journal, replay: { cursor: null, counts: {} } };
const snapshot = {
  ...{ dirty: false, dirtyRev: 4, digests: ["d"], notes: {}, foldersDeleted: false, period: 6, generation: 2 },
  completedAt: 5,
};
const unread = { ...snapshot, dirty: true, digests: [] };
const walk = { generation: 3, hidesInactive: true, completedAt: 4, phase: { name: "idle" } };

test.each<[FeedKind, Rewind, before: Json, after: object | undefined]>([
  ["person-timeline", { to: 700 }, timeline, { watermark: 700, drained: true, ties: [] }],
  ["person-timeline", {}, { drained: false, ties: [] }, { drained: false, ties: [] }],
  ["person-timeline", { to: 700, anew: true }, timeline, { drained: false, ties: [] }],
  ["room", { to: 700 }, { journal }, { journal: replayed }],
  ["room", { anew: true }, { journal }, { journal: { ...replayed, first: true } }],
  ["room", {}, { journal: { ...journal, first: true } }, { journal: { ...replayed, first: true } }],
  [
    "owner",
    {},
    { journal, timeline: { watermark: 8 }, snapshot },
    { journal: replayed, timeline: {}, snapshot: unread },
  ],
  [
    "owner",
    { anew: true },
    { journal, timeline: {}, snapshot },
    { journal: { ...replayed, first: true }, timeline: {}, snapshot: { ...unread, completedAt: undefined } },
  ],
  ["person-walk", {}, walk, { generation: 3, hidesInactive: true, phase: { name: "idle" } }],
  ["company-template", {}, { generation: 3, phase: { name: "idle" } }, { generation: 3, phase: { name: "idle" } }],
  ["person-count", {}, { usual: 4 }, undefined],
  ["project-scrub", {}, { beganAt: 1, part: 2, read: 3, found: 4 }, undefined],
])(
  "a %s that is rewound (%j) keeps what it learned of the source, and begins again",
  async (kind, rewind, checkpoint, after) => {
    expect((await begun({ kind, rewind, checkpoint })).rewound?.checkpoint).toEqual(after);
  },
);

test("what a timeline learned about late rows is kept", async () => {
  const { rewound } = await begun({ rewind: {}, checkpoint: { ...timeline, lateness } });
  expect(rewound?.checkpoint).toMatchObject({ lateness });
});
