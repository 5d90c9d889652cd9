import type { Owner } from "../../kernel/envelope.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { PassEnd } from "../feed-reader.ts";
import type { JournalReader } from "../journal/journal-reader.ts";
import type { Quarantine } from "../quarantine/quarantine.ts";
import type { RemovalGuard } from "../removals/removal-guard.ts";
import type { JournalSink } from "../rows/record-sink.ts";
import type { WalkNotes } from "../walks/walk-notes.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import type { OwnerMirror } from "./owner-mirror.ts";

/** What the mirror knows of owners as records. */
export type OwnerRecords = Pick<JournalSink, "ownerIsBaseline"> & {
  /** Whether the owner's own removal is told, or nothing is known of it (any more). */
  ownerIsGone(instance: string, owner: Owner): Promise<boolean>;
};

export type OwnerParts = {
  readonly journal: JournalReader;
  readonly owners: OwnerRecords;
  readonly mirror: OwnerMirror;
  readonly quarantine: Quarantine;
  readonly notes: Pick<WalkNotes, "notePage" | "pages">;
  readonly guard: Pick<RemovalGuard, "weigh" | "close">;
  readonly clock: Clock;
  readonly timings: Pick<
    Timings,
    | "confirmGap"
    | "documentTimelinePeriod"
    | "snapshotPeriod"
    | "snapshotPeriodCap"
    | "fastOverlap"
    | "serverTimeMargin"
  >;
};

/** A step of an owner's document positions; the mirror has what it read when it is taken. `last`: no other one follows. */
export type DocumentsStep = { readonly documents: OwnerDocuments; readonly changed: number; readonly last?: true };

/** What stands after a part of a visit, and how that part ended. */
export type DocumentsPassed = { readonly documents: OwnerDocuments; readonly end: PassEnd };

export const ownerQuery = ({ type, id }: Owner) => ({ entityType: type, entityId: id });
