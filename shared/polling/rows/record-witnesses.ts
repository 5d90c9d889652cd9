import type { RecordResource } from "../../kernel/catalogue.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Source, SourceAnswer } from "../../source/source.ts";
import type { WitnessQuestion } from "../removals/check-witness.ts";
import { listPath, recordPath } from "./record-path.ts";
import { recordRow } from "./record-row.ts";

/** How many of the page's rows are requested, and from how many of the resource's list one is chosen. */
const [mostOfPage, mostListed] = [2, 10];

/**
 * Reads records by id that must exist, because such reads alone may be down: first some of the page's `others`, and
 * then one that the resource's list shows. The source may respond for no other row of the page, or the page may have no
 * other row. If the list, too, has only the page's own `rows`, the `others` decide; if there are none, the list itself
 * is the witness.
 */
export function recordWitnesses(
  source: Source,
  resource: RecordResource,
  rows: readonly RecordRow[],
  others: readonly RecordRow[],
): readonly WitnessQuestion[] {
  let last: SourceAnswer<unknown> | undefined;
  const ofPage = others.slice(0, mostOfPage).map(
    ({ id }): WitnessQuestion =>
      async () => {
        last = await source.one({ path: recordPath(resource, id) });
        return last;
      },
  );
  const listed: WitnessQuestion = async () => {
    const list = await source.page({ path: listPath(resource), query: { limit: String(mostListed) } });
    if (list.outcome !== "ok") return list;
    const known = new Set(rows.map(({ id }) => id));
    const record = list.value.items.map(recordRow).find((row) => row !== undefined && !known.has(row.id));
    return record === undefined ? (last ?? list) : source.one({ path: recordPath(resource, record.id) });
  };
  return [...ofPage, listed];
}
