declare global {
  /** Node has these functions, but TypeScript's library doesn't declare them yet. */
  interface JSON {
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * The JSON text of a number that a double would change or that tables can't store as a plain number, such as an integer
 * beyond 2^53, a long decimal, or 1e400. `JSON.stringify` writes that text.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

/** Only a number of at least 16 digits, or one with an exponent, can lose precision. */
const suspicious = /[:[,]\s*-?\d(?:\d{15}|[\d.]{16}|[\d.]*[eE])/;
/** Matches the whole text of each suspicious number, and anything in a string that looks like one. */
const suspects = /[:[,]\s*(-?\d(?:\d{15}|[\d.]{16}|[\d.]*[eE])[-+\d.eE]*)/g;

/**
 * Parses like `JSON.parse`, but preserves the exact value of every number in an object or array. Texts without long
 * numbers need one search, and texts whose long numbers are doubles need two. Throws SyntaxError.
 */
export function parseExact(text: string): unknown {
  if (!mayHoldExactNumbers(text) || holdsDoublesOnly(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined ? numberFrom(source) : value,
  );
}

function holdsDoublesOnly(text: string): boolean {
  for (const [, number = ""] of text.matchAll(suspects)) if (!isDouble(number)) return false;
  return true;
}

export function mayHoldExactNumbers(text: string): boolean {
  return suspicious.test(text);
}

/** DynamoDB's positive numbers range from 1e-130 to 1e126. These limits leave a margin. */
const largestNumber = 1e120;
const smallestNumber = 1e-120;

/** Whether every table can store a plain number as a number. */
export function isTableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude < largestNumber && magnitude > smallestNumber);
}

/** A plain number if it has the same value as the text and tables can store it; in all other cases, an exact number. */
export function numberFrom(text: string): number | ExactNumber {
  if (text.length < 16 && !text.includes("e") && !text.includes("E")) return Number(text);
  return isDouble(text) ? Number(text) : JSON.rawJSON(text);
}

function isDouble(text: string): boolean {
  const value = Number(text);
  const printed = String(value);
  return isTableNumber(value) && (printed === text || decimalOf(printed) === decimalOf(text));
}

export function isExactNumber(value: unknown): value is ExactNumber {
  // `in` is several times faster than `isRawJSON`, and few objects have the member.
  return typeof value === "object" && value !== null && "rawJSON" in value && JSON.isRawJSON(value);
}

/** In characters. The time to evaluate an exponent grows faster than its length. */
const longestExponent = 1_000;

/**
 * The canonical text of a number: its significant digits as an integer, "e", and the power of ten to multiply them by.
 * A number with a longer exponent than `longestExponent` keeps its text.
 *
 * @example decimalOf("-12.50") // "-125e-1"
 */
export function decimalOf(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text);
  // `text` may come from inside a string and not be a JSON number, such as `1234567890123456.`.
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  if (exponent.length > longestExponent) return text;
  const digits = whole + fraction;
  let [first, end] = [0, digits.length];
  while (first < end && digits[first] === "0") first += 1;
  while (end > first && digits[end - 1] === "0") end -= 1;
  if (first === end) return "0e0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(first, end)}e${power}`;
}
