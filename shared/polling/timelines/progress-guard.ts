import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { rowJson } from "../rows/record-row.ts";

export type PageProgress = {
  readonly rows: readonly unknown[];
  readonly cursor: string | undefined;
  readonly nextCursor: string | undefined;
};

/**
 * Notices a walk that stands still. A timeline's cursor is cut off to milliseconds
 * (docs/partner-api.md#millisecond-cursors), so with more rows in one millisecond than fit on a page it may give the
 * same page for ever (hazard 3).
 */
export class ProgressGuard {
  #mark: string | undefined;
  #seen = new Set<string>();
  #previous = new Set<string>();

  /** `mark` of the page before, where an earlier visit read it. */
  constructor(mark: string | undefined) {
    this.#mark = mark;
  }

  /** Names the page that was seen last; kept in the checkpoint, since a visit may be too short to see a page twice. */
  get mark(): string | undefined {
    return this.#mark;
  }

  /** Whether the page brought nothing that the pages before it hadn't, and the row keys that are new on it. */
  see({ rows, cursor, nextCursor }: PageProgress): { readonly stuck: boolean; readonly fresh: readonly boolean[] } {
    const keys = rows.map(rowKey);
    const mark = sha256Text("base64url", ...[...keys].sort()).slice(0, 16);
    const repeated = rows.length > 0 && (mark === this.#mark || keys.every((key) => this.#seen.has(key)));
    const fresh = keys.map((key) => !this.#previous.has(key));
    this.#mark = mark;
    this.#previous = new Set(keys);
    // A page's rows stay known while pages overlap with them; with no overlap the walk has moved on.
    this.#seen = keys.some((key) => this.#seen.has(key)) ? new Set([...this.#seen, ...keys]) : new Set(keys);
    return { stuck: nextCursor !== undefined && (repeated || nextCursor === cursor), fresh };
  }
}

/** The whole row: an id alone would take a second change of a record for a repetition (hazard 5). */
function rowKey(row: unknown): string {
  return sha256Text("base64url", canonicalJson(rowJson(row) ?? null)).slice(0, 22);
}
