import type { Envelope, Owner } from "../../../../shared/kernel/envelope.ts";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { RoomWatch } from "../../../../shared/mirror/rooms/room-watch.ts";
import { OwnerMirror } from "../../../../shared/polling/documents/owner-mirror.ts";
import { UnfoundDocuments } from "../../../../shared/polling/documents/unfound-documents.ts";
import type { VisitEnd } from "../../../../shared/polling/feed-reader.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { createOwnerReader } from "../../../../shared/polling/owners/owner-reader.ts";
import { createRoomReader } from "../../../../shared/polling/owners/room-reader.ts";
import { HeldRemovals } from "../../../../shared/polling/removals/held-removals.ts";
import type { CountedRemovals } from "../../../../shared/polling/removals/removal-guard.ts";
import { type GuardDecision, RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import { WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { eventsFrom } from "../../../../shared/publishing/events-from.ts";
import type { Hint } from "../../../../shared/schedule/feeds/feed.ts";
import { ownerFeed, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { promptTurns } from "../../../support/turns.ts";
import { FakeDocuments } from "./fake-documents.ts";
import { connectedAt, PollingFixture } from "./polling-fixture.ts";

export const acme: Owner = { type: "Company", id: "a" };
export const other: Owner = { type: "Person", id: "b" };

/** Owners at a source of documents, their feeds in a store, the mirror, and the events its stream would give. */
export class OwnersFixture extends PollingFixture {
  readonly source = new FakeDocuments(() => this.clock.now());
  readonly events: Envelope[] = [];
  readonly dirty: Owner[] = [];
  /** Owners that were wanted at once, and why. */
  readonly hinted: string[] = [];
  /** Owners that first contact found. */
  readonly baseline = new Set<string>();
  /** Owners that the source no longer has, and whose removal isn't published yet. */
  readonly unreported = new Set<string>();
  /** What the guard says, whatever it counts. */
  verdict: GuardDecision | undefined;
  readonly weighed: string[] = [];
  readonly mirror = new MemoryTable("mirror", {
    onChange: ({ before, after }) => {
      const reported = publishedItem(after);
      if (reported !== undefined) this.events.push(...eventsFrom(publishedItem(before), reported));
    },
  });
  readonly reader;
  readonly roomReader;
  readonly operator: HeldRemovals;

  constructor() {
    super("owner", {}, acme);
    const { mirror, clock, timings, quarantine } = this;
    const entries = new JournalSink({ ...testContext({ clock }), mirror });
    const journal = createJournalReader({
      ...testContext({ clock, timings }),
      journal: entries,
      schema: this.schema,
      quarantine,
      limits: journalLimits,
    });
    const instance = {
      name: "acme",
      registeredAt: connectedAt,
      connectedAt,
      seqFloor: 1_000,
      requestsPerSecond: 5,
      status: "active",
      rev: 1,
    } as const;
    const dirty = {
      markDirty: async (_: string, owners: readonly Owner[]) => {
        this.dirty.push(...owners);
        await this.store.markDirty(owners.map((owner) => ownerFeed("acme", owner).feedId));
      },
    };
    const hints = {
      requestPoll: async (_: string, owners: readonly Owner[], hint?: Hint) => {
        this.hinted.push(...owners.map((owner) => `${owner.type} ${owner.id}: ${String(hint)}`));
        await this.store.hint(
          owners.map((owner) => (owner.type === "Room" ? roomFeed("acme", owner.id) : ownerFeed("acme", owner)).feedId),
          "document",
        );
      },
    };
    const subOwners = new SubOwners(this.table);
    const unfound = new UnfoundDocuments(this.table, clock);
    const parts = { mirror, rows: new PlacementRows(mirror, clock), dirty, hints, subOwners, unfound };
    const instances = { find: async () => instance };
    const documents = new OwnerMirror({
      ...testContext({ clock, timings }),
      ...parts,
      instances,
      turns: promptTurns(),
    });
    const rooms = new RoomWatch({ ...testContext({ clock }), mirror, instances });
    const ledger = new RemovalLedger(this.table);
    const notices = { removalsHeld: async () => undefined };
    const guard = new RemovalGuard({ ...testContext({ clock, logger: this.logger }), ledger, notices });
    const wake = (_instance: string, _source: string, parts: readonly string[]) => this.store.markDirty(parts);
    this.operator = new HeldRemovals({ ...testContext({ clock }), ledger, wake });
    this.roomReader = createRoomReader({ journal, mirror: documents, rooms });
    this.reader = createOwnerReader({
      ...testContext({ clock, timings }),
      journal,
      owners: {
        ownerIsBaseline: async (_, { id }) => this.baseline.has(id),
        ownerIsGone: async (_, { id }) => !this.unreported.has(id),
      },
      mirror: documents,
      quarantine,
      notes: new WalkNotes(this.table, clock),
      guard: faked(RemovalGuard, {
        weigh: (loss: CountedRemovals) => {
          this.weighed.push(...loss.ids);
          return this.verdict === undefined ? guard.weigh(loss) : Promise.resolve(this.verdict);
        },
        release: (...part: Parameters<RemovalGuard["release"]>) => guard.release(...part),
        count: (...part: Parameters<RemovalGuard["count"]>) => guard.count(...part),
      }),
    });
  }

  /** Time passes, so that nothing is late, and an owner is visited; the events that came of it but journal entries. */
  async see(owner: Owner = acme, requests = 100): Promise<readonly Envelope[]> {
    this.clock.advance(10_000);
    const before = this.events.length;
    await this.poll(owner, requests);
    return this.events.slice(before).filter(({ type }) => type !== "document_change.recorded");
  }

  poll(owner: Owner, requests = 100): Promise<VisitEnd> {
    const isRoom = owner.type === "Room";
    Object.assign(this, { feed: isRoom ? roomFeed("acme", owner.id) : ownerFeed("acme", owner) });
    return this.visit(isRoom ? this.roomReader : this.reader, this.source, requests);
  }

  /** Lets the wait between two questions pass. */
  async confirm(owner: Owner = acme): Promise<readonly Envelope[]> {
    this.clock.advance(this.timings.confirmGap);
    return this.see(owner);
  }

  document(id: string): MirrorItem {
    return mirrorItem.parse(this.mirror.items.find((item) => item["resource"] === "document" && item.sk === id));
  }

  placements(owner: Owner): readonly string[] {
    const pk = `acme#placements#${owner.type}#${owner.id}`;
    return this.mirror.items.filter((item) => item.pk === pk).map(({ sk }) => sk);
  }
}

const publishedItem = (item: Item | undefined): MirrorItem | undefined =>
  item === undefined || !hasChangeLog(item) ? undefined : mirrorItem.parse(item);

/** Owners, and their documents, clock and feeds by short names. */
export function ownersWorld() {
  const fixture = new OwnersFixture();
  const { source, clock, timings, store, mirror } = fixture;
  return { fixture, source, clock, timings, store, mirror };
}

/** An owner with these documents, read once. */
export async function ownerOf(...ids: readonly string[]) {
  const world = ownersWorld();
  for (const id of ids) world.source.add(id, acme);
  await world.fixture.see();
  return world;
}

/** The type and the subject of each event. */
export const published = (events: readonly Envelope[]) => events.map(({ type, subject }) => `${type} ${subject.id}`);
export const types = (events: readonly Envelope[]) => events.map(({ type }) => type);

/** A document's places at both owners. */
export const inBoth = (folderId: string | null = null) => [acme, other].map((owner) => ({ owner, folderId }));

/** What events say, briefly: type, subject and changes. */
export const brief = (events: readonly Envelope[]) =>
  events.map(({ type, subject, changes, reason, owner }) => ({
    type,
    id: subject.id,
    ...(changes !== undefined && { changes }),
    ...(reason !== undefined && { reason }),
    ...(owner !== undefined && { owner: `${owner.type} ${owner.id}` }),
  }));
