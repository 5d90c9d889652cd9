import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { SubOwnerAnswer } from "../../schedule/feeds/sub-owners.ts";
import type { Instance } from "../../source/instance.ts";
import type { SourceOutage } from "../../source/source-outages.ts";
import type { ApiServices } from "../api-services.ts";
import { instanceStatus } from "../instances/instance-view.ts";
import { budgetView } from "./budget-view.ts";
import { feedStatuses, ownersStatus } from "./feed-status.ts";
import { firstContactOf } from "./first-contact.ts";
import type { StatusAnswer } from "./status-schemas.ts";

type InstanceAnswer = StatusAnswer["instances"][number];

/** The state of an instance, for `GET /v1/status`. */
export async function statusOfInstance(one: Instance, services: ApiServices): Promise<InstanceAnswer> {
  const { instances, feeds, plans, pressure, clock, outages, clockSkews, subOwners } = services;
  const { name, status } = one;
  const wanted = feedsOfInstance(name, await instances.roomsOf(name));
  const now = clock.now();
  const isParked = status === "parked";
  const [plan, pressed, outage, skew] = await Promise.all([
    plans.load(name),
    pressure.of(name),
    outages.of(name),
    clockSkews.of(name),
  ]);
  const owners = ownersStatus(plan, isParked, now);
  const { activity, phase } = await subOwners.answers(name);
  const standing = await feeds.loadAll(wanted.map(({ feedId }) => feedId));
  const firstContact = await firstContactOf(one, { wanted, standing, pressed }, services);
  return {
    name,
    status: instanceStatus(one),
    health: healthOf(one, outage, standing),
    ...(outage !== undefined && { unreachable: outageView(outage, pressed, standing, clock.now()) }),
    ...(skew !== undefined && { sourceClockAheadSeconds: Math.round(skew.offset / 1_000) }),
    parkedReason: one.parkedReason,
    baselineDone: firstContact === undefined,
    ...(firstContact !== undefined && { firstContact }),
    connectedAt: one.connectedAt === undefined ? undefined : new Date(one.connectedAt).toISOString(),
    subOwners: { activities: subOwnerState(activity), phases: subOwnerState(phase) },
    ...(plan !== undefined && { budget: budgetView(one, plan, pressed) }),
    feeds: { ...feedStatuses(standing, isParked, now), ...(owners === undefined ? {} : { owners }) },
  };
}

function subOwnerState(answer: SubOwnerAnswer | undefined) {
  if (answer === undefined) return "unknown";
  return answer.resolves ? "polled" : "not_resolved";
}

function healthOf(
  { status, paused }: Instance,
  outage: SourceOutage | undefined,
  standing: readonly Feed[],
): InstanceAnswer["health"] {
  if (paused === true) return "paused";
  if (status === "parked") return "parked";
  if (outage !== undefined) return "source_unreachable";
  return standing.some(isStalled) ? "stalled" : "ok";
}

/** The next try comes after the backoff of the first feed and after the pause of the whole instance. */
function outageView(
  { since, lastAt, asked, fault }: SourceOutage,
  pressed: Pressure | undefined,
  standing: readonly Feed[],
  now: number,
): NonNullable<InstanceAnswer["unreachable"]> {
  const retries = standing.flatMap(({ retryAt }) => retryAt ?? []);
  const nextTry = Math.max(now, pressed?.holdUntil ?? 0, retries.length === 0 ? 0 : Math.min(...retries));
  const [began, last, next] = [since, lastAt, nextTry].map((ms) => new Date(ms).toISOString());
  return { since: began ?? "", asked, fault, lastTry: last ?? "", nextTry: next ?? "" };
}
