import { createApiClient } from "../../../../infra/api-client/create-api-client.ts";
import { compareIds } from "../../../../infra/cli/reconcile/compare-ids.ts";
import { readIds } from "../../../../infra/cli/reconcile/read-ids.ts";
import { subscriptionHours } from "../../../../infra/cli/reconcile/subscription-hours.ts";
import { detectedAtOf } from "../../../../shared/kernel/event-id.ts";
import { digestText, noIds, sumOf, withId } from "../../../../shared/kernel/id-digest.ts";
import { isoTime } from "../../../../shared/kernel/instant.ts";
import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownSubscription } from "../histories.ts";
import { arrived } from "./subscription-facts.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** How often a receiver loses an event that it accepted, and has one twice. */
const [lossShare, doublingShare] = [0.1, 0.1];

/**
 * Checks that the API counts what was delivered, and that receivers that lost some events and have others twice find
 * exactly those.
 */
export async function judgeReconciliation(world: BridgeWorld): Promise<void> {
  const { people, ground } = world;
  for (const one of people.subscriptions) {
    if (one.isRemoved || !one.partner.standing.last.isActive) continue;
    await ground.during(judgeOne(world, one), 60 * minute);
  }
}

async function judgeOne(world: BridgeWorld, one: KnownSubscription): Promise<void> {
  const { witness, ground, subscribers } = world;
  const { api, subscription } = { api: clientOf(world, one), subscription: one.id };
  const now = ground.clock.now();
  // Clocks differ, and no event is on its way any more.
  const range = { from: now - 29 * day, to: now - minute };
  const isWithin = (id: string) => {
    const at = detectedAtOf(id) ?? 0;
    return at >= range.from && at < range.to;
  };
  const { delivered, expired, pings } = recordsOf(world, one, isWithin);

  const items = (await subscriptionHours(api, subscription, { from: isoTime(range.from), to: isoTime(range.to) }))
    .hours;
  const [said, recorded] = [digestsByHour(items), digestsByHour(itemsOf(delivered))];
  for (const start of new Set([...said.keys(), ...recorded.keys()]))
    if (said.get(start) !== recorded.get(start))
      witness.violates(
        `of ${one.id} at ${start}, the API counts ${said.get(start) ?? "0"}, not ${recorded.get(start) ?? "0"}`,
      );

  const has = [...arrived(one, subscribers.dials)]
    .filter(isWithin)
    .filter((id) => witness.reported.has(id) || pings.has(id));
  const accepted = new Set(has);
  for (const id of delivered)
    if (!accepted.has(id)) witness.violates(`${id} counts as delivered to ${one.id}, and it never arrived`);

  const kept = ground.shuffled(has.filter(() => !ground.chance(lossShare)));
  const doubled = kept.filter(() => ground.chance(doublingShare));
  const { ids, duplicates } = await readIds(lines([...kept, ...doubled]));
  const { hours, isWhole } = await compareIds({ api, subscription }, ids, range);
  const found = hours.flatMap(({ differences }) => differences.map(({ kind, event }) => `${kind} ${event}`));
  const own = new Set(kept);
  const expected = [
    ...[...delivered, ...expired].filter((id) => !own.has(id)).map((id) => `missing ${id}`),
    ...kept.filter((id) => !delivered.has(id) && !pings.has(id)).map((id) => `unknown ${id}`),
  ];
  const wrong = symmetricDifference(found, expected);
  if (wrong.length > 0 || !isWhole)
    witness.violates(`reconciling ${one.id} finds ${found.length} instead of ${expected.length}: ${wrong.join(", ")}`);
  if (duplicates !== doubled.length)
    witness.violates(`reconciling ${one.id} counts ${duplicates} of ${doubled.length} repeated ids`);
}

/** What the bridge recorded of a subscription's events, by every write that it ever made. */
function recordsOf({ witness }: BridgeWorld, { id }: KnownSubscription, isWithin: (event: string) => boolean) {
  const of = (names: Iterable<string>, runs: (run: string) => boolean) =>
    [...names].flatMap((name) => {
      const [subscription, event = "", run = ""] = name.split(" ");
      return subscription === id && runs(run) && isWithin(event) ? [event] : [];
    });
  const isTest = (run: string) => run === "ping" || run === "example";
  const delivered = new Set(of(witness.delivered.keys(), (run) => !isTest(run)));
  const expired = new Set(of(witness.expired.keys(), (run) => !isTest(run)).filter((event) => !delivered.has(event)));
  return { delivered, expired, pings: new Set(of(witness.delivered.keys(), isTest)) };
}

type Item = { readonly from: string; readonly delivered: number; readonly digest: string };

const itemsOf = (ids: Iterable<string>): Item[] =>
  [...ids].map((id) => ({ from: isoTime(detectedAtOf(id) ?? 0), delivered: 1, digest: digestText(withId(noIds, id)) }));

/** `<count> <digest>` by the hour; hours without deliveries are left out. */
function digestsByHour(items: readonly Item[]): ReadonlyMap<string, string> {
  const sums = new Map<number, typeof noIds>();
  for (const { from, delivered: count, digest } of items) {
    const start = Math.floor(Date.parse(from) / hour) * hour;
    sums.set(start, sumOf(sums.get(start) ?? noIds, { count, sum: BigInt(`0x${digest}`) }));
  }
  const some = [...sums].filter(([, { count }]) => count > 0);
  return new Map(some.map(([start, sum]) => [isoTime(start), `${sum.count} ${digestText(sum)}`]));
}

function symmetricDifference(some: readonly string[], others: readonly string[]): string[] {
  const [one, other] = [new Set(some), new Set(others)];
  return [...[...one].filter((each) => !other.has(each)), ...[...other].filter((each) => !one.has(each))];
}

async function* lines(ids: readonly string[]): AsyncGenerator<string> {
  yield ids.join("\n");
}

/** The command's client, whose requests go to the simulated API. */
function clientOf({ api }: BridgeWorld, { partner }: KnownSubscription) {
  return createApiClient({
    ...{ url: "http://bridge.example", key: partner.key },
    fetch: async ({ method, url }) => {
      const { pathname, search } = new URL(url);
      const { status, text } = await api.call({ method, path: `${pathname}${search}`, key: partner.key });
      return new Response(text, { status, headers: { "content-type": "application/json" } });
    },
  });
}
