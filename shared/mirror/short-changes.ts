import { defined } from "../kernel/defined.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import type { Json } from "../kernel/json.ts";

/** In bytes, as JSON. If an item or an event is too large, longer values are dropped before all others. */
export const longestShort = 1_024;

export function isShort(value: Json | undefined): boolean {
  return value === undefined || Buffer.byteLength(JSON.stringify(value)) <= longestShort;
}

/** Returns the changes without long previous values. Each change that loses one says so. */
export function withoutLongPrevious(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ from, ...rest }) => {
    if (!isShort(from)) return { ...rest, fromOmitted: true };
    return { ...rest, ...defined({ from }) };
  });
}

/**
 * If a value is long, names only the field: a change with one of its two values would say that the field was added or
 * removed.
 */
export function withoutLong(change: FieldChange): FieldChange {
  return isShort(change.from) && isShort(change.to) ? change : withoutValues(change);
}

export function withoutValues({ field, pointer }: FieldChange): FieldChange {
  return { field, ...defined({ pointer }) };
}
