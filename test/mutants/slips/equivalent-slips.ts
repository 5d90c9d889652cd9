import { type EquivalentSlip, exclusive, reads, repeated, swapped } from "./equivalent-slip.ts";
import { equivalentSlipsOfHosts } from "./equivalent-slips-of-hosts.ts";
import { equivalentSlipsOfIngest } from "./equivalent-slips-of-ingest.ts";

export const equivalentSlips: readonly EquivalentSlip[] = [
  ...equivalentSlipsOfHosts,
  ...equivalentSlipsOfIngest,
  ...swapped(
    "shared/delivery/sender.ts",
    repeated,
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
    "shared/subscriptions/subscription-projection.ts",
    "Whoever is bound or projected between the two reads does a projection of its own.",
    "const projected = Map.groupBy(await this.subscriptionsOf(instance)",
  ),
  ...swapped(
    "shared/delivery/backlog/backlog-drain.ts",
    "The swap fails if another worker has begun a batch since, so the rows that were read are those that it would find.",
    "const due = await this.#due(endpoint, item, batch);",
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
  ...swapped("shared/delivery/backlog/endpoint-report.ts", reads, "const { lastFailure } = await found;"),
  ...swapped(
    "shared/delivery/ping/ping-requests.ts",
    "They are two rows of a deleted subscription, which nobody reads.",
    "await this.#parts.subscriptions.remove(exampleKey(partner, subscription));",
  ),
];
