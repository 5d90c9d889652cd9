import { type EquivalentSlip, exclusive, reads, swapped } from "./equivalent-slip.ts";

export const equivalentSlipsOfIngest: readonly EquivalentSlip[] = [
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
  ...swapped("shared/source/source-factory.ts", exclusive, 'if (answer.outcome === "ok" && pair.slot === "next") {'),
  ...swapped("shared/polling/visits/poll-feeds.ts", reads, "const instance = await registry.find(name);"),
  ...swapped("shared/polling/visits/poll-feeds.ts", reads, "const retries = (await feeds.loadAll("),
  ...swapped(
    "shared/schedule/budget/pressure-watch.ts",
    "The hold and the report are attributes of their own, and neither is read by the other.",
    "if (watched.refused >= refusedShare * watched.sent)",
  ),
  ...swapped(
    "shared/polling/quarantine/forget-quarantined.ts",
    "One removes rows of owners' feeds, the other those of fixed feeds, and an erasure that ends in between does both again.",
    'if (subject === "document") await forgetDocument(table, instance, id);',
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
    "shared/polling/visits/poll-feeds.ts",
    "Each writes attributes of its own, and none reads what another writes.",
    "if (message.probe === true && ends.length > 0 && faults === 0) await parts.budget.endHold(name);",
    "await reportOutage(parts, { instance: name, feedIds, beganAt }); // Feeds that waited",
    "await warnOfClock(parts, name);",
    "await settle(parts, name, allowance);",
  ),
  ...swapped(
    "shared/polling/visits/poll-feeds.ts",
    "Each ends another wait, and neither reads the other's.",
    "await budget.endHold(instance);",
  ),
  ...swapped(
    "shared/polling/visits/feed-status.ts",
    "At most one of the two applies.",
    "if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);",
  ),
  ...swapped(
    "shared/polling/visits/visit-feed.ts",
    "Without a patch, no stall begins or ends.",
    "await notifyOfStall(notices, feed, patch, now);",
  ),
  ...swapped(
    "shared/polling/observe/observe-rows.ts",
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
    "shared/polling/journal/journal-parts.ts",
    "Whether the owner is baseline is read, and connecting doesn't change it.",
    "const mayBeBaseline = first && (await isBaselineOwner(journal, visit, owner));",
  ),
  ...swapped(
    "shared/polling/owners/prove-missing.ts",
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
  ...swapped("shared/mirror/rooms/room-watch.ts", reads, "const before = await findItem("),
  ...swapped(
    "shared/polling/journal/journal-parts.ts",
    "The position is saved after both, so a worker that ends in between has the entries recorded again.",
    "await journal.record(instance, owner, entries, asOf);",
  ),
  ...swapped("shared/polling/documents/owner-mirror.ts", reads, "const [item] = await this.#find(instance, [id]);"),
  {
    file: "shared/polling/documents/unfound-documents.ts",
    mutator: "DropKeyMember",
    becomes: "`${instance}#unfound#`",
    why: "The partitions only spread the rows, whose sort key names the document.",
  },
  ...swapped(
    "shared/polling/documents/missing-documents.ts",
    "While the document is undecided, each pass marks the owner and notes the time, if it isn't noted.",
    "if (item.missingAt === undefined) await write(parts, pass, item, { ...item, missingAt });",
  ),
];
