import type { RecordResource } from "../../kernel/catalogue.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Source, SourceAnswer } from "../../source/source.ts";
import type { WitnessQuestion } from "../removals/check-witness.ts";
import { listPath, recordPath } from "./record-path.ts";
import { recordRow } from "./record-row.ts";

/** How many of the page's rows are asked for, and how many of the resource's list one is chosen from. */
const [mostOfPage, mostListed] = [2, 10];

/**
 * Asks by id for records that must be there, since there are outages of such reads alone: for some of the page's `others`, and then
 * for one that the resource's list shows. Nothing else on the page may be answered, or nothing else may stand there. Where the
 * list, too, has none but the page's own `rows`, the `others` decide; where there are none either, the list is the witness itself.
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
