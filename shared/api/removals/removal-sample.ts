import { subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import { bodiesOf, recordBody } from "../../mirror/records/projections.ts";
import type { ApiServices } from "../api-services.ts";

/** A record that would be removed. `name` is its name in the mirror. */
export type SampledRecord = { readonly type: string; readonly id: string; readonly name?: string };

/** Enough to show an operator what the records have in common. */
const sampleSize = 20;
/** The most losses that are read for the sample, because some of the records may have come back. */
const mostLosses = 100;

/** A sample of the records that would be removed, with their names, so that operators can decide. */
export async function removalSample(
  { removals, mirror }: ApiServices,
  instance: string,
  source: string,
): Promise<SampledRecord[]> {
  const ids = await removals.sample(instance, source, mostLosses);
  const type = subject.safeParse(source);
  if (!type.success) return ids.slice(0, sampleSize).map((id) => ({ type: source, id }));
  const keys = ids.map((id) => recordKey(instance, type.data, id));
  const stored = await mirror.getAll(keys, { consistent: false });
  const sample = ids.flatMap((id, position) => {
    const item = stored[position];
    if (item === undefined) return [{ type: source, id }];
    const known = parseStored(mirrorItem, item, `mirror item ${source} ${id}`);
    if (!isMissing(known)) return [];
    const name = nameIn(recordBody(known.resource, bodiesOf(known)));
    return [{ type: source, id, ...(name !== undefined && { name }) }];
  });
  return sample.slice(0, sampleSize);
}

/** The ledger keeps a loss even if the record came back or was removed before the hold began. */
function isMissing({ resource, state, missingAt }: MirrorItem): boolean {
  return resource === "document" ? state !== "deleted" && missingAt !== undefined : state === "held";
}

/** Persons have a first and a last name; other records have one name. */
function nameIn({ name, firstName, lastName }: JsonObject): string | undefined {
  const parts = [name, firstName, lastName].flatMap((part) => (typeof part === "string" && part !== "" ? [part] : []));
  return parts.length === 0 ? undefined : parts.join(" ");
}
