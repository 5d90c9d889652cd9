import type * as z from "zod";
import { CorruptItemError, InvalidInputError } from "./errors.ts";
import { parseExact } from "./exact-json.ts";

/** Throws an {@link InvalidInputError} that names every wrong field without its value. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, what: string): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInputError(what, issuesOf(result.error));
}

/** Throws a {@link CorruptItemError} if the item's shape is unknown. */
export function parseStored<S extends z.ZodType>(schema: S, item: unknown, what: string): z.output<S> {
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  const fields = issuesOf(result.error).map(({ path }) => path);
  throw new CorruptItemError(`${what} has an unknown shape at ${fields.join(", ")}`);
}

/** Preserves the exact value of each number. Throws {@link InvalidInputError} if the text isn't JSON or doesn't fit. */
export function parseJson<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    throw new InvalidInputError(what, [{ path: "", message: "not JSON" }]);
  }
  return parseInput(schema, value, what);
}

/** zod's messages say what was expected. They quote only unknown keys, which aren't values. */
export function issuesOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
}

/**
 * Lets a schema read items that an earlier version stored under an attribute's former name.
 *
 * @example z.preprocess(formerNames({ told: "changeLog" }), z.object({ changeLog: z.array(entry) }))
 */
export function formerNames(present: Readonly<Record<string, string>>): (stored: unknown) => unknown {
  const names = Object.entries(present);
  return (stored) => {
    if (typeof stored !== "object" || stored === null || !names.some(([former]) => former in stored)) return stored;
    const renamed = Object.entries(stored).map(([name, value]): [string, unknown] => {
      const now = present[name];
      return now === undefined || now in stored ? [name, value] : [now, value];
    });
    return Object.fromEntries(renamed);
  };
}
