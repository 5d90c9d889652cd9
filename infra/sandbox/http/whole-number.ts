import * as z from "zod";

/** Decimal digits only: `0x10` and `1e1` are numbers to JavaScript, but no integers to an HTTP interface. */
const digits = /^-?\d+$/;

/** A query parameter that holds a whole number. Anything but decimal digits fails as a value of the wrong type. */
export function wholeNumber(schema: z.ZodNumber) {
  return z.preprocess((text) => (typeof text === "string" && digits.test(text) ? Number(text) : text), schema);
}
