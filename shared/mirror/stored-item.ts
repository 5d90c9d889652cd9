import { defined } from "../kernel/defined.ts";
import { definedJson } from "../kernel/defined-json.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Item } from "../kernel/ports/table.ts";
import type { ChangeLogEntry, Fact, MirrorItem, Projection } from "./mirror-item.ts";
import { storedForm } from "./packed-json.ts";

/**
 * Returns an item as tables accept it: with long values compressed, and without undefined members, which no engine can
 * store. Bodies were parsed from JSON, which has no undefined members, and aren't copied.
 */
export function storedItem({ lean, full, changeLog, ...around }: MirrorItem): Item {
  return {
    ...definedJson(around),
    ...{ pk: around.pk, sk: around.sk },
    ...defined({ lean: lean && storedProjection(lean), full: full && storedProjection(full) }),
    changeLog: changeLog.map(storedEntry),
  };
}

function storedProjection({ body, digest, omitted, rules }: Projection): JsonObject {
  const { packed } = storedForm(body);
  const around = { digest, ...defined({ omitted, rules }) };
  return packed === undefined ? { body, ...around } : { packed, ...around };
}

function storedEntry({ facts, ...around }: ChangeLogEntry): JsonObject {
  return { ...definedJson(around), facts: facts.map(storedFact) };
}

function storedFact({ changes, ...around }: Fact): JsonObject {
  const fact = definedJson(around);
  if (changes === undefined) return fact;
  const { packed } = storedForm(changes);
  return packed === undefined ? { ...fact, changes: changes.map(definedJson) } : { ...fact, packed };
}
