/** A slip that no test can notice, since it makes no difference, and why. */
export type EquivalentSlip = {
  readonly file: string;
  readonly mutator: string;
  /** How the changed code begins: of statements that are swapped, the one that comes too early. */
  readonly becomes: string;
  readonly why: string;
};

const repeated =
  "The message isn't done before both are: it comes again after a process that ended in between, which does both again.";
const reads = "Two reads, neither of which has an effect or depends on the other.";
const refusals = "Two reads without an effect; of a request that both refuse, the other one's refusal is the answer.";
const exclusive = "At most one of the two conditions holds.";

const swapped = (file: string, why: string, ...early: readonly string[]): readonly EquivalentSlip[] =>
  early.map((becomes) => ({ file, mutator: "SwapAwaited", becomes, why }));

export const equivalentSlips: readonly EquivalentSlip[] = [
  ...swapped(
    "shared/delivery/sender.ts",
    repeated,
    "if (isFinal(look.row)) await this.#drainLeftover(received);",
    "await this.#drainLeftover(received);",
    "await log.postpone(message, claimed);",
    "if (isRepeat) await retryScheduler.dropLeftover(message);",
    "await this.#parts.retryScheduler.keepUntil(",
  ),
  ...swapped(
    "shared/delivery/attempt-recorder.ts",
    "In either order a process that ends in between has its next attempt scheduled by the message that comes again, from the recorded row.",
    "if (row !== undefined) await retryScheduler.scheduleNext(row);",
  ),
  ...swapped(
    "shared/delivery/ordered/record-lock.ts",
    "Whoever takes the lock for a delivery that is done meanwhile finds that in the delivery's row, and posts nothing.",
    "const first = await this.#first(message);",
  ),
  {
    file: "shared/delivery/ordered/record-lock.ts",
    mutator: "FirstOfMinMax",
    becomes: "Date.parse(event.detectedAt) + timings.orderedDelay",
    why: "What was due in the past is due now, to the backlog and to the message.",
  },
  ...swapped(
    "shared/delivery/erasure/subject-erasure.ts",
    repeated,
    "const { events, more, from } = await this.#forgetEvents(run, below);",
    'await mirror.remove(recordKey(instance, "bridge", id));',
    "for (const notice of quotes.parse(",
  ),
  ...swapped("shared/delivery/replay/replays.ts", reads, "const access = await partners.accessOf(partner);"),
  ...swapped(
    "shared/delivery/replay/replay-store.ts",
    "Ended replays and paused ones are different rows.",
    "for (const job of all.filter(",
  ),
  {
    file: "shared/delivery/replay/replay-source.ts",
    mutator: "FirstOfMinMax",
    becomes: "Math.min(pageSize, size.matches - matches.length)",
    why: "The loop ends before nothing is left to be found, so that it is 1 at least.",
  },
  ...swapped(
    "shared/subscriptions/subscription-projection.ts",
    "Two reads, which a rebuild makes again after its writes, since neither order is safe by itself.",
    "const owned = await this.#ownedBy(partner);",
  ),
  ...swapped(
    "shared/subscriptions/subscription-store.ts",
    "Both are sealed before anything is written.",
    "const headers = given.headers &&",
  ),
  {
    file: "shared/subscriptions/projection-intents.ts",
    mutator: "DropKeyMember",
    becomes: "`#${change.id}`",
    why: "The id of a subscription is one partner's.",
  },
  ...swapped("shared/alerts/alert-sender.ts", reads, "const [event] = await events.getMany("),
  ...swapped(
    "shared/alerts/alert-sender.ts",
    exclusive,
    'if (kind === "outage") {',
    'if (channel === "teams" && teams !== undefined) {',
    'if (channel === "pagerduty" && pagerduty !== undefined) {',
  ),
  {
    file: "shared/publishing/event-store.ts",
    mutator: "FirstOfMinMax",
    becomes: "oldest",
    why: "The list goes on behind the cursor's event in any case; it would only look into hours before it.",
  },
  ...swapped(
    "shared/partners/authenticator.ts",
    reads,
    "const returnedEarly = await { ...caller",
    "const key = await keys.identify(text);",
  ),
  {
    file: "shared/partners/audit-log.ts",
    mutator: "FirstOfMinMax",
    becomes: "limit + 1 - items.length",
    why: "It bounds a page that is read, and so memory, not what is listed.",
  },
  {
    file: "shared/partners/audit-log.ts",
    mutator: "DropCondition",
    becomes: "[]",
    why: "Its id is drawn for it, so that no entry has it.",
  },
  ...swapped(
    "shared/polling/removals/removal-guard.ts",
    "Each writes or reads a row of its own, all of them before anything is decided.",
    "if (known !== undefined) await ledger.setKnown(",
    "const standing = await this.standing(instance, source);",
  ),
  ...swapped(
    "shared/source/clock-skew.ts",
    "It reads an item that it then may not need.",
    "const before = known === undefined",
  ),
  ...swapped(
    "shared/source/instance-registry.ts",
    "Credentials and rooms have items of their own, all of which are written before the instance.",
    "if (rooms !== undefined) await this.#rooms.replace(",
  ),
  ...swapped("shared/source/source-client.ts", exclusive, 'if (answer.outcome === "ok" && pair.slot === "next") {'),
  ...swapped(
    "shared/subscriptions/subscription-projection.ts",
    "Whoever is bound or projected between the two reads does a projection of its own.",
    "const projected = Map.groupBy(await this.subscriptionsOf(instance)",
  ),
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
    'await operational.tell({ instance, type: "bridge.feed_stalled"',
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
    "shared/api/alerts/alert-change.ts",
    "Each judges an address of its own and changes nothing; of two wrong ones, the error names the other.",
    "const teams = await judged(",
    "const pager = await judged(",
  ),
  ...swapped(
    "shared/api/alerts/alert-routes.ts",
    "The answer lists alerts that were sent, and the request is only put into the queue.",
    "const returnedEarly = await context.json(tagged(",
    "const view = alertsView(",
  ),
  ...swapped("shared/api/explain/explain-routes.ts", reads, "const trace = await traceOf("),
  ...swapped("shared/api/feeds/feed-routes.ts", refusals, "const known = await instances.find(instance);"),
  ...swapped(
    "shared/api/feeds/feed-routes.ts",
    reads,
    "const [plan, pressed] = await Promise.all(",
    "const nextCursor = await cursors.encode(",
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
    ...{ file: "shared/api/partners/partner-change.ts", mutator: "DropKeyMember", becomes },
    why: "The partition of the event's item is the partner's, and a revision of a partner has notices of one type only.",
  })),
  ...swapped(
    "shared/api/quarantine/quarantine-routes.ts",
    refusals,
    "if ((await instances.find(instance)) === undefined)",
    "const { entries, next } = await quarantine.list(",
  ),
  ...swapped("shared/api/removals/removal-routes.ts", reads, "const holds = await removals.list(instance);"),
  ...swapped("shared/api/status/instance-status.ts", reads, "const standing = await feeds.loadAll("),
  ...swapped(
    "shared/api/subscriptions/subscription-routes.ts",
    reads,
    "const items = (await endpoints.ofAll(page.items))",
  ),
  ...swapped(
    "shared/api/subscriptions/subscription-routes.ts",
    "Sealing stores nothing but the partner's data key, which it makes once.",
    "const sealed = await subscriptions.sealHeaders(",
  ),
  ...swapped(
    "shared/api/subscriptions/subscription-routes.ts",
    "Each removes items of its own, and a removal that is repeated does all of it again.",
    "await pings.forget(partner, id);",
    "await endpointHealth.forget({ partner, subscription: id });",
  ),
  ...swapped("shared/polling/poll-feeds.ts", reads, "const instance = await registry.find(name);"),
  ...swapped("shared/polling/tell-outage.ts", reads, "const retries = (await feeds.loadAll("),
  ...swapped(
    "shared/delivery/backlog/backlog-drain.ts",
    "The swap fails if another worker has begun a batch since, so the rows that were read are those that it would find.",
    "const { rows, more, next } = await this.#due(endpoint, circuit, batch.size);",
  ),
  ...swapped(
    "shared/delivery/canary/canary-probe.ts",
    "What a run that ends in between leaves, the next one removes or creates.",
    "if (kept === undefined) {",
  ),
  ...swapped(
    "shared/delivery/endpoint/endpoint-notices.ts",
    "The statistics are read. In either order, the note is written before the notice is sent.",
    "const [windows] = await statistics.of([subscription]);",
  ),
  ...swapped(
    "shared/delivery/ping/pinger.ts",
    "The endpoint is read, and doesn't depend on the claim.",
    "const endpoint = await loadEndpoint(subscription, this.#parts);",
  ),
  ...swapped(
    "shared/delivery/pull/pull-consumer.ts",
    "What is leased and what is given up are different rows, and the next fetch does what is left.",
    "if (access !== undefined && refused.length > 0) await this.#giveUp(refused, await access());",
  ),
  ...swapped(
    "shared/delivery/recovery.ts",
    "At most one of the two applies.",
    'if (isServed && state === "disabled") {',
  ),
  ...swapped("shared/delivery/backlog/endpoint-report.ts", reads, "const { lastFailure } = await found;"),
  ...swapped(
    "shared/schedule/budget/pressure-watch.ts",
    "The hold and the report are attributes of their own, and neither is read by the other.",
    "if (watched.refused >= refusedShare * watched.sent)",
  ),
  ...swapped(
    "shared/polling/quarantine/quarantine-erasure.ts",
    "One removes rows of owners' feeds, the other those of fixed feeds, and an erasure that ends in between does both again.",
    'if (subject === "document") await this.#forgetDocument(instance, id);',
  ),
  ...swapped(
    "shared/polling/walks/compare-walk.ts",
    "The pages are those of former walks, which no worker reads any more.",
    "if (last) await notes.forgetPagesBefore(feed.feedId, generation);",
  ),
  ...swapped(
    "shared/polling/walks/count-reader.ts",
    "The arrivals are read for nothing where the probe waits, and before the total in either order.",
    "const arrived = (await arrivals.of(feed.instance, resource))",
  ),
  ...swapped(
    "shared/polling/walks/walk-reader.ts",
    "The hold is read for nothing where no walk was just completed.",
    "const held = heldAt === undefined ? undefined : await guard.standing(feed.instance, resource);",
  ),
  ...swapped(
    "shared/polling/poll-feeds.ts",
    "Each writes attributes of its own, and none reads what another writes.",
    "if (message.probe === true && ends.length > 0 && faults === 0) await parts.budget.endHold(name);",
    "await tellOutage(parts, { instance: name, feedIds, beganAt }); // Feeds that waited",
    "await warnOfClock(parts, name);",
    "await settle(parts, name, allowance);",
  ),
  ...swapped(
    "shared/polling/tell-outage.ts",
    "Each ends another wait, and neither reads the other's.",
    "await budget.endHold(instance);",
  ),
  ...swapped(
    "shared/polling/visits/feed-notices.ts",
    "At most one of the two applies.",
    "if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);",
  ),
  ...swapped(
    "shared/polling/visits/visit-feed.ts",
    "Without a patch, no stall begins or ends.",
    "await notifyOfStall(notices, feed, patch, now);",
  ),
  ...swapped(
    "shared/polling/rows/observe-rows.ts",
    "The page's position is saved after all of them, so a worker that ends in between has the page read again.",
    "const { outcome, broken, unanswered, kept } = await observeAnswered(",
    "await sinks.schema.look(",
  ),
  ...swapped(
    "shared/polling/templates/template-pages.ts",
    "The position is saved after both, so a worker that ends in between has the page read again.",
    "const returnedEarly = await observeRows(",
  ),
  ...swapped(
    "shared/polling/journal/journal-occurrences.ts",
    "Whether the owner is baseline is read, and connecting doesn't change it.",
    "const mayBeBaseline = first && (await isBaselineOwner(journal, visit, owner));",
  ),
  ...swapped(
    "shared/polling/owners/gone-owner.ts",
    "Neither reads what the other writes, and the owner's feed is parked after both.",
    'for (const source of ["document", "folder"]) await guard.count(feed, source, 0);',
  ),
  ...swapped(
    "shared/polling/owners/room-reader.ts",
    "At most one of the two applies; and the room's feed is parked after its owners are marked and the room is noted.",
    'if (end.outcome === "done" && lastError === "unreachable")',
    "await rooms.unreachable(instance, owner.id);",
  ),
  ...swapped(
    "shared/schedule/tick/tick.ts",
    "Each ends waits of another kind. If a worker ends in between, the next tick sees that the clock was set back, and ends all.",
    "await feeds.endWaits(feedsOfInstance(name, await registry.roomsOf(name))",
    "for (const feedClass of scheduledClasses) await due.recallFromFuture(",
  ),
  ...swapped(
    "shared/schedule/tick/tick.ts",
    "The feeds and the heartbeats are written before the plan says so, so the next tick repeats both.",
    "const returnedEarly = await { ...opened, feedsOf: rev, kindsPut",
  ),
  ...swapped(
    "shared/schedule/tick/tick.ts",
    "The feeds of former rooms and those of the instance are different feeds, and both are written before the plan says so.",
    "for (const roomId of former) await feeds.drop(",
  ),
  ...swapped("shared/mirror/rooms/room-watch.ts", reads, "const before = await this.#find(instance, id);"),
  ...swapped(
    "shared/polling/journal/journal-parts.ts",
    "The position is saved after both, so a worker that ends in between has the entries recorded again.",
    "await journal.record(instance, owner, entries, asOf);",
  ),
  ...swapped("shared/polling/observe/document-sink.ts", reads, "const [item] = await this.find(instance, [id]);"),
  {
    file: "shared/polling/observe/unfound-documents.ts",
    mutator: "DropKeyMember",
    becomes: "`${instance}#unfound#`",
    why: "The partitions only spread the rows, whose sort key names the document.",
  },
  ...swapped(
    "shared/polling/observe/missing-documents.ts",
    "While the document is undecided, each pass marks the owner and notes the time, if it isn't noted.",
    "if (item.missingAt === undefined) await write(parts, pass, item, { ...item, missingAt });",
  ),
  ...swapped(
    "shared/delivery/ping/ping-requests.ts",
    "They are two rows of a deleted subscription, which nobody reads.",
    "await this.#parts.subscriptions.remove(exampleKey(partner, subscription));",
  ),
];
