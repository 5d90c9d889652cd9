import { describe, expect, it } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { probeSubOwners } from "../../../../shared/polling/walks/compare-walk.ts";
import { newFeed, ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { OwnerFeeds } from "../../../../shared/schedule/feeds/owner-feeds.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { down, gateway, gone, refused } from "../support/answers.ts";
import { acme, brief, ownersWorld } from "../support/owners-fixture.ts";

const activity: Owner = { type: "Project", id: "a1", subOwner: "activity" };
const phase: Owner = { type: "Project", id: "ph1", subOwner: "phase" };
const day = 86_400_000;

describe("documents of activities and phases", () => {
  it("that another owner's list shows as a project's are named by their kind once their feed exists", async () => {
    const { fixture, source, clock, store } = ownersWorld();
    const unnamed: Owner = { type: "Project", id: activity.id };
    await fixture.see(acme);
    source.add("d", unnamed, {
      placements: [
        { owner: unnamed, folderId: null },
        { owner: acme, folderId: null },
      ],
    });
    const owners = new OwnerFeeds(store, { isFollowed: async () => true }, { resolving: async (_, all) => all });
    await owners.assert("acme", [activity]);
    const seeAgain = async () => {
      clock.advance(60_000);
      await store.markDirty([ownerFeed("acme", acme).feedId]);
      return fixture.see(acme);
    };
    expect((await seeAgain()).map(({ type, owner }) => [type, owner])).toEqual([["document.created", activity]]);
    // It goes to a real project, and comes back: each event names its owner at that time.
    const document = source.documents.get("d")!;
    const project: Owner = { type: "Project", id: "p1" };
    for (const to of [project, unnamed]) {
      document.owner = to;
      document.placements = [
        { owner: to, folderId: null },
        { owner: acme, folderId: null },
      ];
      document.name = `${document.name}x`;
      await seeAgain();
    }
    const relocations = fixture.events.filter(({ type }) => type === "document.relocated");
    expect(relocations.map(({ owner, changes }) => [owner, changes])).toEqual([
      [project, [{ field: "owner", from: activity, to: project }]],
      [activity, [{ field: "owner", from: project, to: activity }]],
    ]);
  });

  it("of a phase that doesn't resolve any more are read one by one, and existing ones stay", async () => {
    const { fixture, source } = ownersWorld();
    source.addFolder("f", phase);
    source.add("gone", phase);
    source.add("stays", phase);
    expect(brief(await fixture.see(phase)).map(({ type, id }) => [type, id])).toEqual([
      ["folder.created", "f"],
      ["document.created", "gone"],
      ["document.created", "stays"],
    ]);
    source.gone.add("Project ph1");
    source.lose("gone");
    const reported = [
      ...(await fixture.see(phase)),
      ...(await fixture.confirm(phase)),
      ...(await fixture.confirm(phase)),
    ];
    expect(reported.map(({ type, subject, reason, owner }) => [type, subject.id, reason, owner])).toEqual([
      ["document.removed", "gone", "not_found_or_no_access", phase],
      ["folder.removed", "f", "not_found_or_no_access", phase],
    ]);
    expect(fixture.weighed).toContain("gone");
  });
});

describe("whether they resolve", () => {
  const moment = { beganAt: 1, asOf: 1 };
  const ok = (value: { readonly [name: string]: string | { readonly id: string } }) =>
    ({ outcome: "ok", value, moment }) as const;
  const unprocessable: SourceAnswer<never> = { outcome: "unprocessable" };

  /** What a walk with a1 and a2 in its list learns; a2 has the phase ph1. */
  async function learned(answers: {
    readonly journal?: SourceAnswer<never>;
    readonly read?: SourceAnswer<never>;
    readonly project?: SourceAnswer<never>;
    readonly isProject?: boolean;
    /** Whether the activity loses its phase after the first read. */
    readonly moves?: boolean;
  }) {
    const table = new MemoryTable("feeds");
    const subOwners = new SubOwners(table);
    const clock = new FakeClock();
    let asked = 0;
    const journals: unknown[] = [];
    const reads: string[] = [];
    const source: Source = {
      page: async (request) => {
        asked += 1;
        journals.push(request);
        return answers.journal ?? { outcome: "ok", value: { items: [], nextCursor: undefined, totalItems: 0 }, moment };
      },
      one: async ({ path }) => {
        if (path.startsWith("/project/")) return answers.isProject ? ok({ id: "a1" }) : (answers.project ?? gone);
        reads.push(path);
        if (answers.moves && reads.filter((one) => one === path).length > 1) return ok({ id: "a2" });
        return answers.read ?? ok(path.endsWith("a2") ? { id: "a2", projectPhase: { id: "ph1" } } : { id: "a1" });
      },
    };
    const feed = newFeed({ instance: "acme", kind: "activity-walk", query: {} });
    const walk = async (rev?: number) => {
      const before = asked;
      const visit = { feed, source, beganAt: 1, connectedAt: 1, connect: async () => 1 };
      const rewind = rev === undefined ? {} : { rewind: { rev } };
      await probeSubOwners({ subOwners, clock }, { ...visit, ...rewind }, ["a1", "a2"]);
      return asked - before;
    };
    await walk();
    const { activity, phase } = await subOwners.answers("acme");
    return { resolves: [activity?.resolves, phase?.resolves], walk, clock, journals, reads };
  }

  it("is decided by the source, kept for 30 days, and checked again after a rewind", async () => {
    const { resolves, walk, clock, journals, reads } = await learned({});
    expect(resolves).toEqual([true, true]);
    const query = (entityId: string) => ({ entityType: "Project", entityId, limit: "1" });
    expect(journals).toEqual(["a1", "ph1"].map((id) => ({ path: "/document/changes", query: query(id) })));
    expect(reads).toEqual(["/activity/a1", "/activity/a2"]);
    expect(await walk()).toBe(0);
    expect(await walk(4)).toBe(2);
    expect(await walk(4)).toBe(0);
    clock.advance(30 * day);
    expect(await walk(4)).toBe(2);
  });

  it("is no if the source refuses a record that surely exists, or takes the id for a project's", async () => {
    expect((await learned({ journal: unprocessable })).resolves).toEqual([false, false]);
    expect((await learned({ journal: refused })).resolves).toEqual([false, false]);
    expect((await learned({ isProject: true })).resolves).toEqual([false, false]);
    expect((await learned({ journal: unprocessable, moves: true })).resolves).toEqual([false, undefined]);
    expect((await learned({ project: refused })).resolves).toEqual([true, true]);
  });

  it("stays undecided if a response doesn't decide it, and the next walk checks again", async () => {
    const undecided = [{ journal: unprocessable, read: gone }, { project: gateway }];
    for (const answers of [{ journal: down }, { project: down }, ...undecided]) {
      const { resolves, walk } = await learned(answers);
      expect(resolves).toEqual([undefined, undefined]);
      expect(await walk()).toBeGreaterThan(0);
    }
  });
});
