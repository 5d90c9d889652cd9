import { canarySchedule } from "../../../../shared/kernel/topology.ts";
import { canaryPartner } from "../../../../shared/partners/partner-key.ts";
import type { BridgeWorld } from "../bridge-world.ts";
import type { CanaryPost } from "../canary-site.ts";

/** How long (ms) the canary takes at most to report an event that arrived: its function's timeout. */
const longest = 30_000;
/**
 * How long (ms) an event takes at most from the mirror to its return if nothing fails. Beyond that the `canary-late`
 * alarm fires.
 */
const late = 120_000;

/**
 * The canary measures only its own events that went the whole way, and how long each took. It refuses everything else.
 * In the end, each event that it sent has come back.
 */
export function judgeCanary(world: BridgeWorld): void {
  const { canary, witness, ground, conditions } = world;
  if (!conditions.canary) return;
  // By then the canary has sent twice without any fault, and has removed what a fault had left.
  const settled = world.sparedAt + 2 * canarySchedule.everySeconds * 1_000 + late;
  const taken: (CanaryPost & { sentAt: number })[] = [];
  for (const post of canary.posts) {
    if (post.isForged) {
      if (post.status === 204) witness.violates(`the canary takes a forgery of ${post.event}`);
      continue;
    }
    if (post.status === 401 && post.at > settled) witness.violates(`the canary refuses its own ${post.event}`);
    const reported = witness.reported.get(post.event);
    if (reported === undefined || reported.body !== post.body || reported.envelope.partner !== canaryPartner)
      witness.violates(`the canary is sent ${post.event}, which isn't an event of its own`);
    else if (!witness.onBus.has(post.event)) witness.violates(`the canary's ${post.event} came past the bus`);
    else taken.push({ ...post, sentAt: Number(reported.envelope.data?.["sentAt"]) });
  }
  // An event that was sent twice was measured at the POST that the canary accepted, if any.
  taken.sort((one, other) => Number(other.status === 204) - Number(one.status === 204));
  for (const { at, ms, process } of canary.measurements) {
    const post = taken.find(
      (one) => one.at <= at && at <= one.at + longest && Math.abs(one.sentAt + ms - at) <= 2 * ground.skew,
    );
    if (post === undefined) {
      witness.violates(`${process} measures ${ms} ms, and no event of the canary's has come back after as long`);
      continue;
    }
    taken.splice(taken.indexOf(post), 1);
  }
  for (const { event, status } of taken)
    if (status === 204) witness.violates(`the canary takes ${event} and measures nothing`);
  const own = [...witness.reported.values()].filter(
    ({ envelope }) => envelope.partner === canaryPartner && envelope.type === "bridge.ping",
  );
  if (own.length === 0) witness.violates("the canary never sent an event");
  for (const { envelope, at } of own) {
    if (at > ground.clock.now() - late) continue;
    const back = canary.posts.some(({ event, status }) => event === envelope.id && status === 204);
    if (!back) witness.violates(`the canary's ${envelope.id} never came back`);
  }
}
