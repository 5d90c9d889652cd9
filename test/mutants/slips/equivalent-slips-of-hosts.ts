import { type EquivalentSlip, exclusive, reads, refusals, swapped } from "./equivalent-slip.ts";

export const equivalentSlipsOfHosts: readonly EquivalentSlip[] = [
  {
    file: "shared/adapters/sqlite/group-ranks.ts",
    mutator: "FirstOfMinMax",
    becomes: "capacity",
    why: "It says how often groups are looked through that have to stay, not which ones stay.",
  },
  ...swapped(
    "functions/recover.ts",
    "Each sweep has items of its own, and the next message repeats it.",
    "await get(backlogMonitor).sweep();",
    "await get(republisher).sweep();",
  ),
  ...swapped(
    "functions/runtime/services/api.ts",
    "Each wakes feeds of its own, which find the decision at their next turn in any case.",
    "await feeds.markDirty(parts);",
  ),
  ...swapped(
    "functions/runtime/services/polling-notices.ts",
    "The feed is saved after both, so that the next visit does both again after a process that ended in between.",
    'await operational.report({ instance, type: "bridge.feed_stalled"',
    'if (feed.class === "owners") await stalledOwners.forget(feed);',
  ),
  ...["`${what}::${hour}`", "`:owners:${detail}:${utcHour(clock.now())}`", "`removals_held::${source}:${since}`"].map(
    (becomes) => ({
      ...{ file: "functions/runtime/services/polling-notices.ts", mutator: "DropKeyMember", becomes },
      why: "The partition of the event's item begins with the instance.",
    }),
  ),
  {
    file: "infra/node/queue-pump.ts",
    mutator: "FirstOfMinMax",
    becomes: "1",
    why: "The pump looks each millisecond instead of once, and finds no free place before the same moment.",
  },
  ...swapped(
    "infra/node/api/status-metrics.ts",
    reads,
    "const since = await queue.readySince();",
    "for (const { kind, count } of await needsAttention(services))",
    "for (const [state, count] of Object.entries((await services.probe.deliveriesByState()) ?? {}))",
  ),
  ...swapped("shared/api/http/constant-document.ts", exclusive, 'if (encoding === "gzip")'),
  ...swapped(
    "shared/api/alerts/alert-routes.ts",
    "Each judges an address of its own and changes nothing; of two wrong ones, the error names the other.",
    "const teams = await judged(",
    "const pager = await judged(",
  ),
  ...swapped(
    "shared/api/alerts/alert-routes.ts",
    "The answer lists alerts that were sent, and the request is only put into the queue.",
    "const returnedEarly = await answered(",
  ),
  ...swapped("shared/api/explain/explain-routes.ts", reads, "const trace = await traceOf("),
  ...swapped("shared/api/feeds/feed-routes.ts", refusals, "const known = await knownInstance(services, instance);"),
  ...swapped(
    "shared/api/feeds/feed-routes.ts",
    reads,
    "const rooms = await instances.roomsOf(instance);",
    "const [plan, pressed] = await Promise.all(",
    "const plan = await plans.load(name);",
  ),
  ...swapped(
    "shared/api/instances/instance-routes.ts",
    "What is read only says whether the answer is 200 or 201.",
    "const intent = await copyIntents.begin(",
  ),
  ...swapped(
    "shared/api/instances/instance-routes.ts",
    "The projection has nothing to do with the rooms.",
    "await copies.rebuild(name);",
  ),
  ...swapped(
    "shared/api/instances/instance-routes.ts",
    "The projection is there before both; the sweep may only make it again.",
    "await feeds.putIfAbsent(",
  ),
  ...[
    ...["`:${id}:${rev + 1}`", "`${type}::${rev + 1}`"],
    ...["`:${id}:${instance}:${rev + 1}`", "`${type}::${instance}:${rev + 1}`"],
  ].map((becomes) => ({
    ...{ file: "shared/api/partners/partner-routes.ts", mutator: "DropKeyMember", becomes },
    why: "The partition of the event's item is the partner's, and a revision of a partner has notices of one type only.",
  })),
  ...swapped(
    "shared/api/quarantine/quarantine-routes.ts",
    refusals,
    "await knownInstance(services, instance);",
    "const { entries, next } = await quarantine.list(",
  ),
  ...swapped("shared/api/removals/removal-routes.ts", reads, "const holds = await services.removals.list(instance);"),
  ...swapped("shared/api/status/instance-status.ts", reads, "const standing = await feeds.loadAll("),
  ...swapped(
    "shared/api/subscriptions/subscription-routes.ts",
    "Sealing stores nothing but the partner's data key, which it makes once.",
    "const sealed = await subscriptions.secrets.sealHeaders(",
  ),
  ...swapped(
    "shared/api/subscriptions/subscription-routes.ts",
    "Each removes items of its own, and a removal that is repeated does all of it again.",
    "await pings.forget(partner, id);",
    "await endpointHealth.forget({ partner, subscription: id });",
  ),
];
