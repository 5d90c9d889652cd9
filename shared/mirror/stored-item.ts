import { definedJson, type LooseObject } from "../kernel/defined-json.ts";
import type { Item } from "../kernel/ports/table.ts";
import type { Fact, MirrorItem, Projection } from "./mirror-item.ts";
import { storedForm } from "./packed-json.ts";

/** An item as tables take it: long values compressed, and without the members that are undefined, which no engine can store. */
export function storedItem(item: MirrorItem): Item {
  const { lean, full, changeLog } = item;
  const stored: LooseObject = {
    ...item,
    lean: lean && storedProjection(lean),
    full: full && storedProjection(full),
    changeLog: changeLog.map((entry) => ({ ...entry, facts: entry.facts.map(storedFact) })),
  };
  return { ...definedJson(stored), pk: item.pk, sk: item.sk };
}

function storedProjection(projection: Projection): LooseObject {
  const { packed } = storedForm(projection.body);
  if (packed === undefined) return projection;
  const { digest, omitted } = projection;
  return { packed, digest, omitted };
}

function storedFact(fact: Fact): LooseObject {
  const packed = fact.changes && storedForm(fact.changes).packed;
  if (packed === undefined) return fact;
  const { type, key, owner } = fact;
  return { type, key, owner, packed };
}
