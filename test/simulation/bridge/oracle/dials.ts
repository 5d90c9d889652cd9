import { createHmac } from "node:crypto";
import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownSubscription } from "../histories.ts";
import { type Dial, isQueue } from "../subscribers.ts";
import { isSuccess, ownerOf, settling, wanted } from "./subscription-facts.ts";

/** Networks that no webhook may reach, independent of the bridge's own list. */
const forbidden = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^f[cd]|^fe80|^::/;

/**
 * Checks that every POST went to an allowed address, as its owner wants it, signed as promised, with the published
 * bytes.
 */
export function judgeDials(world: BridgeWorld): void {
  const { witness, people, subscribers } = world;
  judgePatience(world);
  judgeRetries(world);
  for (const dial of subscribers.dials) {
    const one = ownerOf(people, dial.url);
    const isAllowed = isQueue(dial.url) || /^https:\/\/hook-\d\.example\/s\d+$/.test(dial.url);
    if (isAllowed && one === undefined && people.unconfirmed.has(dial.url)) continue;
    if (one === undefined || !isAllowed) {
      witness.violates(`something dials ${dial.url}, which no subscription has`);
      continue;
    }
    if (forbidden.test(dial.address)) witness.violates(`POST of ${dial.event} to ${one.id} goes to ${dial.address}`);
    for (const wrong of wrongs(world, one, dial)) witness.violates(`POST of ${dial.event} to ${one.id}: ${wrong}`);
  }
}

/** A subscriber of an event that was published twice gets two messages, whose deliveries are independent. */
const wasPublishedTwice = ({ witness }: BridgeWorld, event: string): boolean => (witness.onBus.get(event) ?? 0) > 1;

/** An endpoint that asks to wait isn't sent the same event again before then, unless its message was doubled. */
function judgePatience(world: BridgeWorld): void {
  const { witness, subscribers, conditions, ground, timings } = world;
  const { duplicate, lateMessage } = conditions.faults;
  if (duplicate > 0 || lateMessage > 0) return;
  const asked = new Map<string, number>();
  for (const dial of subscribers.dials) {
    const { url, event, at, endedAt, retryAfter, status, isReplay } = dial;
    const name = `${url} ${event}`;
    const notBefore = asked.get(name) ?? 0;
    if (wasPublishedTwice(world, event)) continue;
    if (!isReplay && !isProbe(world, dial) && at < notBefore - ground.skew)
      witness.violates(`${event} is sent to ${url} ${notBefore - at} ms too early`);
    // A replay and the delivery itself are two messages, so a response to one doesn't apply to the other.
    if (retryAfter !== undefined && status === 429 && !isReplay)
      asked.set(name, endedAt + Math.min(retryAfter, timings.retryAfterCap));
  }
}

/** Probes come at the endpoint's time. A delivery's row counts those that failed; one that arrives finds the circuit open. */
function isProbe({ witness, people }: BridgeWorld, { url, event, at }: Pick<Dial, "url" | "event" | "at">): boolean {
  const id = ownerOf(people, url)?.id ?? "";
  const foundOpen = witness.circuits.get(id)?.findLast((change) => change.at <= at)?.isOpen === true;
  return foundOpen || witness.probed.has(`${id} ${event}`);
}

/**
 * A refused POST isn't repeated before the first step of the ladder, unless somebody requests it or its message was
 * doubled.
 */
function judgeRetries(world: BridgeWorld): void {
  const { witness, people, subscribers, conditions, ground, timings } = world;
  const { duplicate, lateMessage } = conditions.faults;
  if (duplicate > 0 || lateMessage > 0) return;
  const [shortest = 0] = timings.messageRetries;
  const ended = new Map<string, number>();
  for (const dial of subscribers.dials) {
    const { url, event, at, endedAt, status, isReplay } = dial;
    const name = `${url} ${event}`;
    const before = ended.get(name);
    if (isReplay || wasPublishedTwice(world, event) || people.retried.has(event) || isProbe(world, dial)) continue;
    if (before !== undefined && at < before + shortest - ground.skew)
      witness.violates(`${event} is sent to ${url} again after ${at - before} ms`);
    // A delivery that timed out is sent once more with a longer deadline.
    if (status !== undefined && !isSuccess(status)) ended.set(name, endedAt);
  }
}

function* wrongs(world: BridgeWorld, one: KnownSubscription, dial: Dial): Generator<string> {
  const { witness, ground } = world;
  const reported = witness.reported.get(dial.event)?.envelope;
  const isPing = JSON.parse(dial.body).type === "bridge.ping";
  const from = dial.at - settling;
  const wishes = one.wish.during(from, dial.at);
  if (!wishes.some((wish) => wish?.url === dial.url)) yield "the subscription has another address";
  // A queue gets no signature. Its headers are the role, its external id and the session's subscription.
  if (one.kind !== "sqs") {
    if (!isSigned(one, dial, from)) yield "no secret of the subscription signed it";
    const stamp = Number(dial.headers["webhook-timestamp"]) * 1_000;
    if (Math.abs(stamp - dial.at) > 6_000 + ground.skew) yield `its timestamp is off by ${stamp - dial.at} ms`;
  }
  for (const [name, value] of Object.entries(one.headers))
    if (dial.headers[name] !== value) yield `it lacks the header ${name}`;
  if (isPing) return;
  if (!wishes.some((wish) => wish?.isActive === true)) yield "the subscription is disabled";
  if (!one.partner.standing.during(from, dial.at).some(({ isActive }) => isActive)) yield "its partner is suspended";
  if (reported === undefined) return yield "no such event was published";
  if (dial.body !== witness.reported.get(dial.event)?.body) yield "its bytes aren't those that were published";
  const since = Date.parse(reported.detectedAt) - 5_000;
  if (!wanted(one, reported, dial.isReplay ? Number.NEGATIVE_INFINITY : since, dial.at).ever)
    yield "it was never wanted";
  const instances = one.partner.standing.during(from, dial.at).flatMap((standing) => standing.instances);
  if (reported.partner === undefined && !instances.includes(reported.instance))
    yield "its partner may not have the instance";
  yield* repeats(world, one, dial);
}

function isSigned({ secrets }: KnownSubscription, { headers, body, event }: Dial, from: number): boolean {
  const given = new Set(headers["webhook-signature"]?.split(" "));
  const signed = `${event}.${headers["webhook-timestamp"] ?? ""}.${body}`;
  return secrets
    .filter(({ until }) => until > from)
    .some(({ secret }) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return given.has(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    });
}

/** A POST whose response is in the delivery's row isn't repeated, unless its message was doubled on the way. */
function* repeats({ witness, conditions }: BridgeWorld, one: KnownSubscription, dial: Dial): Generator<string> {
  const { duplicate, lateMessage } = conditions.faults;
  if (dial.isReplay || one.doubled || duplicate > 0 || lateMessage > 0) return;
  const delivered = witness.delivered.get(`${one.id} ${dial.event} 0`);
  if (delivered !== undefined && dial.at > delivered + 30_000) yield "it was delivered long before";
}
