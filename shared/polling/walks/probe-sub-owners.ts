import type { Owner, SubOwner } from "../../kernel/envelope.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { SubOwnerAnswer, SubOwners } from "../../schedule/feeds/sub-owners.ts";
import { isReadableId, pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import type { WalkParts } from "./walk-parts.ts";

/**
 * After this time (ms), the source is asked again, because it may now resolve activities or phases. A rewind of the
 * whole instance asks immediately.
 */
const asksAgainAfter = 30 * 86_400_000;
/** The most activities that are read by id until one has a phase. Usually the first one has one. */
const mostRead = 8;

type Parts = Pick<WalkParts, "clock"> & { readonly subOwners: Pick<SubOwners, "answers" | "remember"> };

/**
 * Finds out from time to time whether the source resolves activities and phases as owners of documents, because the
 * contract doesn't say (docs/partner-api.md#projects-are-flat). If it does, their feeds are polled. `listed` are
 * activities that a list has just shown. The next walk repeats a request without a response.
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
  for (const id of listed.slice(0, mostRead)) {
    const phase = await read(source, id);
    if (phase === undefined) return;
    if (phase === null) continue;
    const resolves = await resolvesAs(source, phase, async () => (await read(source, id)) === phase);
    if (resolves !== undefined) await remember("phase", resolves);
    return;
  }
}

/** The phase of an activity: null if it has none; undefined if the activity can't be read. */
async function read(source: Source, activityId: string): Promise<string | null | undefined> {
  const answer = await source.one({ path: pathOf("activity", activityId) });
  if (answer.outcome !== "ok") return undefined;
  const phase = answer.value["projectPhase"];
  const id = isJsonObject(phase) ? phase["id"] : undefined;
  return isReadableId(id) ? id : null;
}

/**
 * Whether the source accepts the id as a project's although it isn't one. A refusal counts only if `stillThere` is
 * true. Undefined if the response says nothing about it.
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
