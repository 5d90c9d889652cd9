import type { Context } from "../../kernel/context.ts";
import type { Owner } from "../../kernel/envelope.ts";
import type { JournalSink } from "../../mirror/journal/journal-sink.ts";
import type { OwnerMirror } from "../documents/owner-mirror.ts";
import type { ReadOn } from "../documents/resolve-document.ts";
import type { PassEnd, StepWith, Visit } from "../feed-reader.ts";
import { type Observed } from "../feed-reader.ts";
import type { JournalReader } from "../journal/journal-reader.ts";
import type { RowQuarantine } from "../observe/row-sinks.ts";
import type { RemovalGuard } from "../removals/removal-guard.ts";
import type { WalkNotes } from "../walks/walk-notes.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";

export type OwnerParts = Context & {
  readonly journal: JournalReader;
  readonly owners: Pick<JournalSink, "ownerIsBaseline" | "ownerIsGone">;
  readonly mirror: OwnerMirror;
  readonly quarantine: RowQuarantine;
  readonly notes: WalkNotes;
  readonly guard: RemovalGuard;
};

/** A visit to an owner. `readOn` reads more of the owner's journal. */
export type OwnerVisit = Visit & { readonly readOn?: ReadOn };

export type ObservedDocuments = Observed & { readonly documents: OwnerDocuments };

export type DocumentsStep = StepWith<ObservedDocuments>;

export type DocumentsPass = AsyncGenerator<DocumentsStep, PassEnd, undefined>;

export const ownerQuery = ({ type, id }: Owner) => ({ entityType: type, entityId: id });
