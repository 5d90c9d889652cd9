import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { sha256Text } from "../../kernel/hash.ts";
import type { SourcePage } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { keepPoison, keepRefused } from "../rows/keep-poison.ts";
import { recordRow, rowJson } from "../rows/record-row.ts";
import type { Incomplete, Observed, RecordRow } from "../rows/record-sink.ts";
import type { OwnerOutcome, OwnerRead } from "./owner-mirror.ts";
import type { OwnerParts } from "./owner-parts.ts";
import { type RunningSnapshot, readOf, withPass } from "./snapshot-state.ts";

/** The pass with one page more, and the ids that the page showed. */
export type ComparedPage = Observed & { readonly documents: RunningSnapshot; readonly ids: readonly string[] };

/**
 * Brings one page of a pass (the folder list is the first) into the mirror. A page that looks as it did in the last pass is
 * passed over, unless the owner is dirty: then something changed that its rows may not show.
 */
export async function comparePage(
  parts: Pick<OwnerParts, "quarantine">,
  visit: Visit,
  owner: Owner,
  documents: RunningSnapshot,
  page: SourcePage,
  observe: (rows: readonly RecordRow[], read: OwnerRead) => Promise<OwnerOutcome>,
): Promise<ComparedPage | Incomplete> {
  const { pass, digests } = documents.snapshot;
  const { feed } = visit;
  const read = page.items.map(recordRow);
  const rows = read.filter((row) => row !== undefined);
  const ids = rows.map(({ id }) => id);
  const poison = page.items.filter((_, position) => read[position] === undefined);
  await keepPoison(parts.quarantine, feed, poison);
  const unreadable = pass.unreadable || rows.length < page.items.length;
  const digest = digestOf(page);
  if (!pass.dirty && digests[pass.digests.length] === digest) {
    const same = withPass(documents, { ...pass, digests: [...pass.digests, digest], unreadable });
    return { outcome: "observed", documents: same, changed: 0, ids };
  }
  const outcome = await observe(rows, readOf(visit, owner, documents));
  if (outcome.outcome === "incomplete") return outcome;
  await keepRefused(parts.quarantine, feed, rows, outcome.quarantined);
  const { leftOut = [] } = outcome;
  const noted = leftOut.filter((id) => pass.notes[id] !== undefined);
  const all = [...new Set([...(pass.leftOut ?? []), ...noted])];
  const next = {
    ...pass,
    unreadable,
    digests: [...pass.digests, outcome.open || leftOut.length > 0 ? "" : digest],
    changed: pass.changed || outcome.changed > 0,
    open: pass.open || outcome.open,
    ...(all.length > 0 && { leftOut: all }),
  };
  return { outcome: "observed", documents: withPass(documents, next), changed: outcome.changed, ids };
}

function digestOf({ items }: SourcePage): string {
  // Most owners have neither folders nor documents.
  if (items.length === 0) return "none";
  return sha256Text("base64url", canonicalJson(items.map((row) => rowJson(row) ?? null))).slice(0, 22);
}
