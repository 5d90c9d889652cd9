import { InvalidInputError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/json.ts";
import type { Change, Item } from "../../kernel/ports/table.ts";

/**
 * Returns the item after the change; a missing item is created. Throws InvalidInputError for what DynamoDB refuses: a
 * change to the key, an attribute changed twice, or an addition to a value that isn't a number.
 */
export function changedItem(before: Item | undefined, { key, set = {}, add = {}, remove = [] }: Change): Item {
  const changed = [...Object.keys(set), ...Object.keys(add), ...remove];
  const refused = changed.find((name, position) => name === "pk" || name === "sk" || changed.indexOf(name) < position);
  if (refused !== undefined) throw refusal(refused, "is part of the key or changed twice");
  const after: Record<string, Json> = { ...before, ...set };
  for (const [name, amount] of Object.entries(add)) {
    const current = Object.hasOwn(after, name) ? after[name] : 0;
    if (typeof current !== "number") throw refusal(name, "is not a number");
    after[name] = current + amount;
  }
  const removed = new Set(remove);
  const kept = Object.entries(after).filter(([name]) => !removed.has(name));
  return { ...Object.fromEntries(kept), pk: key.pk, sk: key.sk };
}

function refusal(path: string, message: string): InvalidInputError {
  return new InvalidInputError("change", [{ path, message }]);
}
