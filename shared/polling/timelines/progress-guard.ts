import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { rowJson } from "../rows/record-row.ts";

export type PageProgress = {
  readonly rows: readonly unknown[];
  readonly cursor: string | undefined;
  readonly nextCursor: string | undefined;
};

/**
 * Notices a pass that makes no progress. A timeline's cursor is truncated to milliseconds
 * (docs/partner-api.md#millisecond-cursors). So if more rows share one millisecond than fit on a page, the source may
 * return the same page forever (hazard 3).
 */
export class ProgressGuard {
  #mark: string | undefined;
  #seen = new Set<string>();
  #previous = new Set<string>();

  /** `mark` belongs to the previous page, if an earlier visit read it. */
  constructor(mark: string | undefined) {
    this.#mark = mark;
  }

  /** Identifies the last page. It is part of the checkpoint, because a visit may be too short to see a page twice. */
  get mark(): string | undefined {
    return this.#mark;
  }

  /** Returns whether the page only repeats rows of earlier pages, and which of its rows are new. */
  see({ rows, cursor, nextCursor }: PageProgress): { readonly stuck: boolean; readonly fresh: readonly boolean[] } {
    const keys = rows.map(rowKey);
    const mark = sha256Text("base64url", ...[...keys].sort()).slice(0, 16);
    const repeated = rows.length > 0 && (mark === this.#mark || keys.every((key) => this.#seen.has(key)));
    const fresh = keys.map((key) => !this.#previous.has(key));
    this.#mark = mark;
    this.#previous = new Set(keys);
    // A page's rows are remembered while the following pages overlap with it; the first page without overlap shows that
    // the pass has moved on.
    this.#seen = keys.some((key) => this.#seen.has(key)) ? new Set([...this.#seen, ...keys]) : new Set(keys);
    return { stuck: nextCursor !== undefined && (repeated || nextCursor === cursor), fresh };
  }
}

/** Hashes the whole row. By the id alone, a second change to a record would look like a repetition (hazard 5). */
function rowKey(row: unknown): string {
  return sha256Text("base64url", canonicalJson(rowJson(row) ?? null)).slice(0, 22);
}
