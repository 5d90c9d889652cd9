import { isExactNumber, isTableNumber, numberFrom } from "../../shared/kernel/exact-json.ts";

/**
 * What `parseExact` returns for the value's JSON, without the time that parsing takes. A change of it throws an error, at
 * any depth.
 */
export function frozenCopy(value: unknown): unknown {
  if (typeof value === "number") return storedNumber(value);
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (isExactNumber(value)) return numberFrom(value.rawJSON);
  if ("toJSON" in value && typeof value.toJSON === "function") return frozenCopy(JSON.parse(JSON.stringify(value)));
  if (Array.isArray(value)) return Object.freeze(value.map((one) => frozenCopy(one) ?? null));
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const given = frozenCopy(member);
    if (given === undefined) continue;
    // Assigning this name would set the prototype.
    if (name === "__proto__") Object.defineProperty(copy, name, { enumerable: true, value: given });
    else copy[name] = given;
  }
  return Object.freeze(copy);
}

/** JSON has no negative zero, and no infinity. */
function storedNumber(value: number): unknown {
  if (isTableNumber(value)) return value === 0 ? 0 : value;
  return Number.isFinite(value) ? numberFrom(String(value)) : null;
}
