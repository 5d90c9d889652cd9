import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownSubscription } from "../histories.ts";
import { arrived, isSuccess, wanted } from "./subscription-facts.ts";

/** How much (ms) processes' clocks may differ, and an event's detection time from its publication. */
const early = 5_000;

/**
 * Checks that every event reached every subscription that wanted it, unless it was given up and the owner was notified.
 */
export function judgeDeliveries(world: BridgeWorld): void {
  const { witness, people, subscribers, queues } = world;
  for (const one of Object.values(queues)) {
    const lost = one.dead.filter(({ body }) => !body.includes('"feeds"') && !body.includes('"kind":"sweep"'));
    if (lost.length > 0) witness.violates(`a dead letter is left over: ${lost[0]?.body ?? ""}`);
  }
  const forgotten = erasedSubjects(world);
  for (const one of people.subscriptions) {
    if (one.isRemoved) continue;
    const has = arrived(one, subscribers.dials);
    for (const { envelope, at } of witness.reported.values()) {
      const { id, subject, type } = envelope;
      if (has.has(id) || forgotten.has(`${subject.type}/${subject.id}`)) continue;
      const fannedOut = witness.fannedOut.get(id);
      if (fannedOut === undefined) {
        witness.violates(`event ${id} was never fanned out`);
        continue;
      }
      if (!wanted(one, envelope, Math.min(at, Date.parse(envelope.detectedAt)) - early, fannedOut).always) continue;
      if (lostWithItsInstance(one, envelope.instance, fannedOut)) continue;
      if (wasGivenUp(world, one, id)) continue;
      witness.violates(`${type} ${id} never arrived at ${one.kind} subscription ${one.id}, which wanted it`);
    }
  }
}

/** Records that the source or an operator erased. Their events need not arrive any more. */
function erasedSubjects({ witness, people }: BridgeWorld): ReadonlySet<string> {
  const erased = [...witness.reported.values()].filter(({ envelope }) => envelope.redacted === true);
  return new Set([...people.erased, ...erased.map(({ envelope: { subject } }) => `${subject.type}/${subject.id}`)]);
}

/** A partner that loses an instance gets nothing more of it, not even what waits. */
function lostWithItsInstance({ partner }: KnownSubscription, instance: string, since: number): boolean {
  const standings = partner.standing.during(since, Number.POSITIVE_INFINITY);
  return standings.some(({ instances }) => !instances.includes(instance));
}

/** Whether a delivery was given up after all retries and its owner was notified, which happens at most once an hour. */
function wasGivenUp(world: BridgeWorld, one: KnownSubscription, event: string): boolean {
  const { witness, people } = world;
  const { id, partner } = one;
  const name = `${id} ${event} 0`;
  const givenUpAt = witness.expired.get(name);
  if (givenUpAt === undefined) return false;
  // A retry that somebody requested may follow the last step.
  if (!people.retried.has(event)) judgeLadder(world, one, event, givenUpAt);
  const reported = [...witness.reported.values()].some(
    ({ envelope }) =>
      envelope.type === "bridge.delivery_exhausted" &&
      envelope.partner === partner.id &&
      envelope.data?.["subscription"] === id,
  );
  if (!reported) witness.violates(`delivery ${name} was given up, and its owner isn't notified`);
  return true;
}

/**
 * Nothing is given up before its last step: neither after fewer POSTs than the ladder has attempts, nor before all of
 * its waits have passed.
 */
function judgeLadder(
  { witness, subscribers, timings, ground, releases }: BridgeWorld,
  one: KnownSubscription,
  event: string,
  givenUpAt: number,
): void {
  const waits = [...timings.messageRetries, ...timings.backlogRetries];
  const urls = new Set(
    one.wish.during(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).flatMap((wish) => wish?.url ?? []),
  );
  const refused = subscribers.dials.filter(
    (dial) => dial.event === event && urls.has(dial.url) && !dial.isReplay && !isSuccess(dial.status),
  );
  const [first] = refused;
  const sum = waits.reduce((total, wait) => total + wait, 0);
  // In the last release, a failed probe uses up a step's wait of its delivery.
  const mayHurry = ["recover@last", "deliver@last"].some((name) => releases.ran.has(name));
  if (first !== undefined && !mayHurry && givenUpAt < first.at + sum - ground.skew)
    witness.violates(`${event} to ${one.id} is given up ${givenUpAt - first.at} ms after its first attempt`);
  // An attempt at an endpoint whose name points astray makes no POST.
  const wasAstray = [...urls].some((url) => subscribers.wasAstray.has(new URL(url).hostname));
  if (refused.length < waits.length + 1 && !wasAstray)
    witness.violates(`${event} to ${one.id} is given up after ${refused.length} attempts`);
}
