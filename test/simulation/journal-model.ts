import { fingerprintOf } from "../../shared/polling/journal/fingerprint-counts.ts";
import { createJournalReader } from "../../shared/polling/journal/journal-reader.ts";
import { type JournalLimits, journalLimits } from "../../shared/polling/journal/read-journal.ts";
import { PageSizes } from "../../shared/polling/rows/page-sizes.ts";
import { FeedTally } from "../../shared/polling/visits/feed-tally.ts";
import { RecentVisits } from "../../shared/polling/visits/recent-visits.ts";
import { type VisitParts, visitFeed } from "../../shared/polling/visits/visit-feed.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { faked } from "../support/faked.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { testContext } from "../support/test-context.ts";
import { FakeJournal } from "../unit/polling/support/fake-journal.ts";
import { MemoryJournalSink } from "../unit/polling/support/memory-journal-sink.ts";
import { Interleaver } from "./interleaver.ts";

/**
 * Small, so that short histories reach them. A replay's counts are never dropped, because entries equal each other far
 * more often here than in a real journal, whose entries have times.
 */
const smallLimits: JournalLimits = { idlePage: 2, largePage: 5, fresh: 6, counted: 10, replayed: 200 };

/**
 * Which limit of counted entries a checkpoint has. With the small limit, counts are dropped all the time, so the
 * journal is replayed daily, which repairs whatever a usual pass overlooked. With the production limit, only the anchor
 * and the daily re-read protect it.
 */
export type CountedLimit = "small" | "production";

const limitsFor: { readonly [counted in CountedLimit]: JournalLimits } = {
  small: smallLimits,
  production: { ...smallLimits, counted: journalLimits.counted },
};

const minute = 60_000;

export type Verdict = { readonly lost: number; readonly doubled: number; readonly reported: number };

/**
 * Runs one random history of a journal, read by three workers that crash, then quiet days. Resolves with the result.
 */
export async function runJournalModel(seed: number, counted: CountedLimit): Promise<Verdict> {
  const limits = limitsFor[counted];
  const randomness = new SeededRandomness(seed);
  const chance = (probability: number): boolean => randomness.fraction() < probability;
  const below = (bound: number): number => Math.floor(randomness.fraction() * bound);
  const clock = new FakeClock();
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  const feed = ownerFeed("acme", { type: "Company", id: "c1" });
  await store.putIfAbsent([feed]);
  const journal = new FakeJournal({ pageSize: 1 + below(6), now: () => clock.now() });
  const sink = new MemoryJournalSink();
  const interleaver = new Interleaver(randomness);
  const commits: { readonly at: number; readonly commit: () => void }[] = [];
  const crashes = chance(0.5) ? 0.03 : 0;
  let running = 0;

  const startWorker = async (requests: number): Promise<void> => {
    const worker = interleaver.newWorker();
    const standing = await store.load(feed.feedId);
    if (standing === undefined) throw new Error("the feed is gone");
    const read = createJournalReader({
      journal: interleaver.paused(worker, sink),
      schema: { look: async () => undefined },
      quarantine: { keep: async () => 0 },
      limits,
      ...testContext({ clock }),
    });
    const readers = { owner: read } as VisitParts["readers"];
    let left = requests;
    const paused = interleaver.paused(worker, journal);
    running += 1;
    void visitFeed(
      {
        feeds: interleaver.paused(worker, store),
        readers,
        walks: { requestWalk: async () => undefined },
        hints: { learn: async () => undefined },
        tally: new FeedTally(),
        recent: new RecentVisits(clock),
        notices: { stalled: async () => undefined, recovered: async () => undefined },
        pageSizes: faked(PageSizes, { of: async () => undefined, learn: async () => undefined }),
        quarantine: { keep: async () => 0 },
        retryQuarantined: async () => ({ outcome: "done" }),
        ...testContext({ clock, randomness }),
      },
      {
        feed: standing,
        source: {
          page: async (request) => {
            if (left === 0) return { outcome: "exhausted" };
            left -= 1;
            return paused.page(request);
          },
          one: async () => paused.one(),
        },
        beganAt: clock.now(),
        connectedAt: clock.now(),
        connect: async () => clock.now(),
      },
    ).finally(() => {
      running -= 1;
    });
  };

  const drain = async (most: number): Promise<void> => {
    for (let steps = 0; steps < most; steps += 1) if (!(await interleaver.step(0))) return;
  };

  const happenings = 60 + below(120);
  for (let happening = 0; happening < happenings; happening += 1) {
    clock.advance(below(chance(0.2) ? (chance(0.3) ? 600 : 10) * minute : minute));
    for (const { at, commit } of commits.splice(0)) {
      if (at <= clock.now()) commit();
      else commits.push({ at, commit });
    }
    if (chance(0.35)) {
      const body = { operation: "DOCUMENT_INSERT", documentId: `d${below(chance(0.3) ? 2 : 30)}` };
      const commit = journal.reserve(body);
      // Most commit immediately, some within the anchor's lag, and a few only in time for the daily re-read.
      if (chance(0.7)) commit();
      else commits.push({ at: clock.now() + below(chance(0.5) ? 1.5 * minute : 50 * minute), commit });
    }
    if (chance(0.01)) journal.loseCursors();
    if (running < 3 && chance(0.5)) await startWorker(1 + below(12));
    for (let steps = below(8); steps > 0; steps -= 1) await interleaver.step(crashes);
    if (chance(0.05)) running = 0;
  }

  for (const { commit } of commits) commit();
  for (let day = 0; day < 6; day += 1) {
    clock.advance(day % 2 === 0 ? 25 * 60 * minute : 3 * minute);
    for (let visit = 0; visit < 6; visit += 1) {
      await startWorker(400);
      await drain(2_000);
    }
  }

  const truth = new Map<string, number>();
  for (const body of journal.committed) {
    const fingerprint = fingerprintOf(body);
    truth.set(fingerprint, (truth.get(fingerprint) ?? 0) + 1);
  }
  let lost = 0;
  let doubled = 0;
  const kept = [...sink.kept.values()];
  for (const fingerprint of new Set([...truth.keys(), ...kept.map((entry) => entry.fingerprint)])) {
    const difference = kept.filter((entry) => entry.fingerprint === fingerprint).length - (truth.get(fingerprint) ?? 0);
    if (difference < 0) lost -= difference;
    else doubled += difference;
  }
  return { lost, doubled, reported: kept.length };
}
