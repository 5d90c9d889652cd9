import { isoTime } from "../../kernel/instant.ts";
import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { isUnderWay, mustWait } from "../../schedule/feeds/feed-state.ts";
import { hasFirstContact } from "../../schedule/feeds/feeds-of-instance.ts";
import { unmetOwners } from "../../schedule/feeds/unmet-owners.ts";
import type { Instance } from "../../source/instance.ts";
import type { ApiServices } from "../api-services.ts";
import type { StatusAnswer } from "./status-schemas.ts";

type FirstContact = NonNullable<StatusAnswer["instances"][number]["firstContact"]>;

const mostNamed = 10;

/** Returns undefined when first contact is done. */
export async function firstContactOf(
  { name, registeredAt, resumedAt = registeredAt }: Instance,
  {
    wanted,
    standing,
    pressed,
  }: { readonly wanted: readonly Feed[]; readonly standing: readonly Feed[]; readonly pressed: Pressure | undefined },
  { feeds, feedTable: table, probe, clock }: ApiServices,
): Promise<FirstContact | undefined> {
  const now = clock.now();
  const listed = standing.filter(hasFirstContact);
  // First contact can't find anything more in an unreachable room.
  const unread = listed.filter(({ drained, status }) => !drained && status !== "parked");
  const pages = standing.reduce((sum, { stats }) => sum + (stats?.pages ?? 0), 0);
  const documentPages = pressed?.documentPages ?? 0;
  const ofLists = wanted.filter(hasFirstContact).length;
  const lists = { lists: listed.length - unread.length, ofLists, pages, documentPages };
  const areRead = standing.length === wanted.length && lists.lists === lists.ofLists;
  const unmet = await unmetOwners({ table, feeds }, name, now);
  if (areRead && unmet.length === 0) return undefined;
  const held = pressed?.holdUntil ?? 0;
  const waiting = [...unread, ...unmet].map((feed) => waitOf(feed, held, now));
  const left = waiting.toSorted((one, other) => other.nextTry - one.nextTry).slice(0, mostNamed);
  const progress = {
    ...lists,
    left: left.map(({ nextTry, ...one }) => ({ ...one, nextTry: isoTime(nextTry) })),
  };
  const owners = await probe.ownersMet?.(name);
  if (owners === undefined) return progress;
  const { met, known } = owners;
  // The time before `resumedAt` doesn't count, because nothing could be read while the instance was parked.
  const pace = met / Math.max(1, now - Math.max(registeredAt, resumedAt));
  // First contact can't end before the last waiting feed may be read.
  const longestWait = Math.max(0, ...waiting.map(({ nextTry }) => nextTry - now));
  return {
    ...progress,
    ...{ ownersMet: met, ownersKnown: known },
    ...(met > 0 && { secondsLeft: Math.ceil(Math.max((known - met) / pace, longestWait) / 1_000) }),
  };
}

/** Why a feed hasn't been completely read yet, and the earliest time (unix ms) of its next visit. */
function waitOf(feed: Feed, held: number, now: number) {
  const { feedId, status, retryAt = 0, lastError, checkpoint } = feed;
  const nextTry = Math.max(now, held, mustWait(feed, now) ? retryAt : 0);
  const reasonOf = (): string => {
    if (status === "paused") return "paused";
    if (isUnderWay(feed, now)) return "being_read";
    if (lastError !== undefined) return lastError;
    if (held > now) return "source_left_alone";
    return checkpoint === undefined ? "waits_for_its_turn" : "reads_on";
  };
  return { feed: feedId, reason: reasonOf(), nextTry };
}
