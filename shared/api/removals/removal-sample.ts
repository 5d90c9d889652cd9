import { subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { mirrorItem } from "../../mirror/mirror-item.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import { bodiesOf, recordBody } from "../../mirror/records/projections.ts";
import type { HeldRemovals } from "../../polling/removals/held-removals.ts";

/** A record that would be removed. `name` is what the mirror knows it by. */
export type SampledRecord = { readonly type: string; readonly id: string; readonly name?: string };

/** So many tell an operator whether they have something in common. */
const sampleSize = 20;

type Parts = {
  readonly removals: Pick<HeldRemovals, "sample">;
  readonly mirror: Pick<TableReader, "get">;
};

/** Some of the records that a source would remove, with their names, for who decides about them. */
export async function removalSample(parts: Parts, instance: string, source: string): Promise<SampledRecord[]> {
  const ids = await parts.removals.sample(instance, source, sampleSize);
  return Promise.all(
    ids.map(async (id) => {
      const name = await nameOf(parts.mirror, instance, source, id);
      return { type: source, id, ...(name !== undefined && { name }) };
    }),
  );
}

async function nameOf(mirror: Parts["mirror"], instance: string, source: string, id: string) {
  const type = subject.safeParse(source);
  const stored = type.success ? await mirror.get(recordKey(instance, type.data, id), { consistent: false }) : undefined;
  if (stored === undefined) return undefined;
  const item = parseStored(mirrorItem, stored, `mirror item ${source} ${id}`);
  return nameIn(recordBody(item.resource, bodiesOf(item)));
}

/** Persons have a first and a last name, all others one name. */
function nameIn({ name, firstName, lastName }: JsonObject): string | undefined {
  const parts = [name, firstName, lastName].flatMap((part) => (typeof part === "string" && part !== "" ? [part] : []));
  return parts.length === 0 ? undefined : parts.join(" ");
}
