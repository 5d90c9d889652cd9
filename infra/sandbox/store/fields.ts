import * as z from "zod";
import { isCalendarDate, parseInstant } from "./time.ts";

/**
 * In the optional fields below, null counts as absent. Where the contract declares no type, a field accepts a value and
 * its text, such as `true` and `"true"`.
 */
const absent = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/**
 * Converts only text of decimal digits, with an optional minus sign. `Number` alone would also convert `0x10` and
 * `1e1`.
 */
export function wholeNumber(schema: z.ZodNumber) {
  return z.preprocess((text) => (typeof text === "string" && /^-?\d+$/.test(text) ? Number(text) : text), schema);
}

export const textField = z.string().nullish().transform(absent);
export const requiredText = z.string().refine((text) => text.trim() !== "", "must not be blank");
export const referenceField = z.string().nullish().transform(absent);

export const flagField = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
  .nullish()
  .transform(absent);

export const numberField = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish()
  .transform(absent);

export const instantField = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, "is not an RFC 3339 date-time")
  .meta({ format: "date-time" })
  .transform((text) => parseInstant(text) ?? 0)
  .nullish()
  .transform(absent);

export const dateField = z
  .string()
  .refine(isCalendarDate, "is not a date")
  .meta({ format: "date" })
  .nullish()
  .transform(absent);
export const emailField = z.email().nullish().transform(absent);
export const phoneField = z
  .string()
  .regex(/^[0-9 +\-()]*$/, "may contain only digits, spaces, +, - and parentheses")
  .nullish()
  .transform(absent);
export const urlField = z
  .string()
  .refine((text) => URL.canParse(text), "is not a URL")
  .meta({ format: "uri" })
  .nullish()
  .transform(absent);

export const createdFields = { created: instantField, createdBy: referenceField };
export const modifiedFields = { modified: instantField, modifiedBy: referenceField };
