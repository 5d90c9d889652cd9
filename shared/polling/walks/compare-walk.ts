import { defined } from "../../kernel/defined.ts";
import type { Owner, SubOwner } from "../../kernel/envelope.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { mirrorShards } from "../../mirror/mirror-key.ts";
import { ownerOfRecord } from "../../mirror/records/owner-of-record.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { SubOwnerAnswer, SubOwners } from "../../schedule/feeds/sub-owners.ts";
import { isReadableId, pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import type { Step, Visit } from "../feed-reader.ts";
import { type Comparing, type WalkCheckpoint, type WalkParts, type WalkPassed, walkStep } from "./walk-checkpoint.ts";

/**
 * Owners' feeds are asserted `chunk` at a time. The number of asserted ones is saved after each `portion`, which takes
 * seconds.
 */
const chunk = 100;
const portion = 10_000;
/**
 * The most ids of a walk in memory at a time, about 100 MB. If a single shard has more, all of its ids are in memory.
 */
const mostHeld = 1_000_000;

/**
 * Live records that the walk didn't show become candidates for removal if they were first seen long enough before the
 * walk began. A younger record may have been committed behind the walk's position (hazard 25). The checkpoint is saved
 * after each shard, because one visit isn't long enough to compare a million records. For large walks, the ids are read
 * again for each group of shards whose ids fit into memory, because no worker has the memory for ten million ids.
 */
export async function* compareWalk(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  start: Comparing,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { memory, notes, owners, arrivals, clock, timings } = parts;
  const { feed } = visit;
  const resource = resourceOf(feed);
  const ownersOf = (ids: readonly string[]) => ids.flatMap((id) => ownerOfRecord({ resource, id }));
  const { generation } = before;
  // The comparison has its own time box, because a promoted walk may have used up the visit's.
  const boxEnds = clock.now() + timings.walkBox;
  // Records that arrive from now on aren't in the list, so a count probe expects them in addition to the walk's rows.
  const arrived = start.arrived ?? (await arrivals.of(feed.instance, resource));
  let checkpoint = before;
  if (start.shard === 0) {
    if (resource === "activity" && start.asserted === undefined)
      await probeSubOwners(parts, visit, await notes.firstIds(feed.feedId, generation, mostRead));
    let asserted = 0;
    let next: string[] = [];
    for await (const ids of notes.pages(feed.feedId, generation)) {
      for (const id of ids) {
        asserted += 1;
        if (asserted > (start.asserted ?? 0)) next.push(id);
        if (next.length < portion) continue;
        await assertOwners(owners, feed.instance, ownersOf(next));
        next = [];
        checkpoint = { ...checkpoint, phase: { ...start, arrived, asserted } };
        yield walkStep(checkpoint);
        if (clock.now() >= boxEnds) return { outcome: "yielded" };
      }
    }
    await assertOwners(owners, feed.instance, ownersOf(next));
  }

  const { beganAt, rows } = start;
  const { unidentified, listedFrom } = start;
  const seenByWalk = { beganAt, rows, arrived, ...defined({ unidentified, listedFrom }) };
  const together = Math.max(1, Math.floor((mostHeld * mirrorShards) / rows));
  const groupOf = (shard: number) => Math.floor(shard / together);
  let seen: ReadonlySet<string> = new Set();
  let seenGroup: number | undefined;
  for (let { shard } = start; shard < mirrorShards; shard += 1) {
    const group = groupOf(shard);
    if (group !== seenGroup) {
      seenGroup = group;
      const pages = notes.pages(feed.feedId, generation);
      seen = await seenIn(pages, (id) => groupOf(bucketOf(id, mirrorShards)) === group);
    }
    const missed: string[] = [];
    const phases = new Map<string, Owner>();
    const records = memory.liveRecords(feed.instance, resource, shard, start.beganAt - timings.candidateAge);
    for await (const { id, phase } of records) {
      if (!seen.has(id)) missed.push(id);
      if (phase !== undefined) phases.set(phase.id, phase);
    }
    await assertOwners(owners, feed.instance, [...phases.values()]);
    const last = shard === mirrorShards - 1;
    checkpoint = {
      ...checkpoint,
      phase: last
        ? { name: "confirming", ...seenByWalk, round: "first", notBefore: 0 }
        : { name: "comparing", ...seenByWalk, shard: shard + 1 },
    };
    yield walkStep(checkpoint, async () => {
      for (const id of missed) await notes.noteCandidate(feed.feedId, generation, id);
      if (last) await notes.forgetPagesBefore(feed.feedId, generation);
    });
    if (!last && clock.now() >= boxEnds) return { outcome: "yielded" };
  }
  return { outcome: "next", checkpoint };
}

async function seenIn(
  pages: AsyncIterable<readonly string[]>,
  isWanted: (id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for await (const ids of pages) for (const id of ids) if (isWanted(id)) seen.add(id);
  return seen;
}

/** A lost feed would never be polled again, so every walk restores missing owner feeds. */
async function assertOwners(owners: WalkParts["owners"], instance: string, standing: readonly Owner[]): Promise<void> {
  for (let start = 0; start < standing.length; start += chunk) {
    await owners.assert(instance, standing.slice(start, start + chunk));
  }
}

/** After this time (ms), `probeSubOwners` asks again, because the source's answer may have changed. */
const asksAgainAfter = 30 * 86_400_000;
/** How many activities are read by id to find one with a phase. Usually the first one has a phase. */
const mostRead = 8;

type Parts = Pick<WalkParts, "clock"> & { readonly subOwners: Pick<SubOwners, "answers" | "remember"> };

/**
 * Finds out whether an activity's or a phase's id counts as a `Project` in requests for documents, because the contract
 * doesn't say (docs/partner-api.md#projects-are-flat). If a request gets no response, the next walk repeats it.
 */
export async function probeSubOwners(
  { subOwners, clock }: Parts,
  { feed, source, rewind }: Visit,
  listed: readonly string[],
): Promise<void> {
  const answers = await subOwners.answers(feed.instance);
  const now = clock.now();
  const isDue = (answer: SubOwnerAnswer | undefined) =>
    answer === undefined || now - answer.askedAt >= asksAgainAfter || answer.askedFor !== rewind?.rev;
  const remember = async (kind: SubOwner, resolves: boolean) => {
    await subOwners.remember(feed.instance, kind, {
      ...{ resolves, askedAt: now },
      ...(rewind !== undefined && { askedFor: rewind.rev }),
    });
  };
  const [activity] = listed;
  if (activity !== undefined && isDue(answers.activity)) {
    const resolves = await resolvesAs(source, activity, async () => (await read(source, activity)) !== undefined);
    if (resolves !== undefined) await remember("activity", resolves);
  }
  if (!isDue(answers.phase)) return;
  for (const id of listed) {
    const phase = await read(source, id);
    if (phase === undefined) return;
    if (phase === null) continue;
    const resolves = await resolvesAs(source, phase, async () => (await read(source, id)) === phase);
    if (resolves !== undefined) await remember("phase", resolves);
    return;
  }
}

/** The id of the activity's phase: null if it has none; undefined if the activity can't be read. */
async function read(source: Source, activityId: string): Promise<string | null | undefined> {
  const answer = await source.one({ path: pathOf("activity", activityId) });
  if (answer.outcome !== "ok") return undefined;
  const phase = answer.value["projectPhase"];
  const id = isJsonObject(phase) ? phase["id"] : undefined;
  return isReadableId(id) ? id : null;
}

/**
 * Whether the source accepts the id in place of a project's, even though no project has it. A refusal counts only if
 * `stillThere` returns true. Returns undefined if the responses allow no conclusion.
 */
async function resolvesAs(
  source: Source,
  id: string,
  stillThere: () => Promise<boolean>,
): Promise<boolean | undefined> {
  const owner: Owner = { type: "Project", id };
  const query = { entityType: owner.type, entityId: owner.id, limit: "1" };
  const changes = await source.page({ path: "/document/changes", query });
  if (changes.outcome === "unprocessable" || changes.outcome === "badRequest") {
    return (await stillThere()) ? false : undefined;
  }
  if (changes.outcome !== "ok") return undefined;
  const project = await source.one({ path: pathOf("project", id) });
  if (project.outcome === "ok") return false;
  const isNone = project.outcome === "badRequest" || (project.outcome === "notFound" && project.problem);
  return isNone ? true : undefined;
}
