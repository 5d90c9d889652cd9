import * as z from "zod";

/** Decimal digits only. JavaScript accepts `0x10` and `1e1` as numbers, but an HTTP interface doesn't. */
const digits = /^-?\d+$/;

/** A whole number in a query parameter. Anything but decimal digits fails as a value of the wrong type. */
export function wholeNumber(schema: z.ZodNumber) {
  return z.preprocess((text) => (typeof text === "string" && digits.test(text) ? Number(text) : text), schema);
}
