import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownSubscription } from "../histories.ts";
import { isSuccess, settling } from "./subscription-facts.ts";

/** How long (ms) it takes at most to notify an owner, if nothing changes meanwhile. */
const soon = 180_000;

/**
 * Checks that an endpoint is paused, and later disabled, only after it has failed for as long as promised, and that its
 * owner is notified of each step.
 */
export function judgeOutages(world: BridgeWorld): void {
  const { witness, people, timings, releases } = world;
  // The last release loses the notice if a worker dies right after it disabled a subscription.
  const mayForget = ["recover@last", "deliver@last"].some((name) => releases.ran.has(name));
  for (const [id, at] of witness.disabled) {
    const one = people.subscriptions.find((known) => known.id === id);
    if (one === undefined || one.isRemoved) continue;
    const isEnabledAgain = one.wish.during(at + 1, at + soon).some((wish) => wish?.isActive !== false);
    if (!isEnabledAgain && !mayForget && noticesOf(world, one, "disabled").length === 0)
      witness.violates(`subscription ${id} is disabled by the bridge, and its owner isn't notified`);
  }
  for (const one of people.subscriptions) {
    const failing = noticesOf(world, one, "failing");
    const paused = noticesOf(world, one, "paused");
    for (const { at } of paused) {
      if (!failing.some((notice) => notice.at <= at)) witness.violates(`${one.id} is paused without a warning`);
      judgeSilence(world, one, { what: "paused", from: at - timings.unhealthyLimit, at });
    }
    for (const { at, data } of noticesOf(world, one, "disabled")) {
      if (data["reason"] !== "unreachable") continue;
      if (!paused.some((notice) => notice.at <= at)) witness.violates(`${one.id} is disabled without a pause`);
      judgeSilence(world, one, { what: "disabled", from: at - timings.unhealthyLimit - timings.pausedLimit, at });
    }
  }
}

/**
 * `at`: when the notice was written to the mirror. If the stream loses a notice, the republish publishes it minutes
 * later, perhaps after the notice of the next step.
 */
function noticesOf({ witness }: BridgeWorld, { id }: KnownSubscription, what: "failing" | "paused" | "disabled") {
  return [...witness.reported.values()].flatMap(({ envelope: { type, subject, data = {} }, at }) => {
    if (type !== `bridge.endpoint_${what}` || data["subscription"] !== id) return [];
    const rise = witness.rises.find((one) => one.type === type && one.id === subject.id);
    return [{ at: rise?.at ?? at, data }];
  });
}

/**
 * The notice is sent slightly later than what it reports, and a response is recorded later than it is given. If a
 * process is killed in between, the response is lost.
 */
function judgeSilence(
  { witness, subscribers, ground }: BridgeWorld,
  one: KnownSubscription,
  { what, from, at }: { readonly what: string; readonly from: number; readonly at: number },
): void {
  const urls = new Set(
    one.wish.during(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).flatMap((wish) => wish?.url ?? []),
  );
  const margin = settling + ground.skew;
  const answered = subscribers.dials.find(
    ({ url, status, endedAt, by }) =>
      urls.has(url) &&
      isSuccess(status) &&
      endedAt > from + margin &&
      endedAt < at - margin &&
      (ground.deaths.get(by) ?? Number.POSITIVE_INFINITY) > endedAt + margin,
  );
  if (answered !== undefined) witness.violates(`${one.id} is ${what}, though it took ${answered.event} meanwhile`);
}
