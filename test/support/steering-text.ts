import fc from "fast-check";

/**
 * By number, because the characters themselves are unreadable: C0 except line feed, DEL, C1, bidi controls, zero-width,
 * separators, tags, surrogates.
 */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe007f],
];

const hex = (code: number) => `\\u{${code.toString(16)}}`;

/** Characters that a terminal obeys, reorders or hides. */
export const steering = new RegExp(`[${ranges.map(([from, to]) => `${hex(from)}-${hex(to)}`).join("")}]`, "u");

const steeringCharacter = fc
  .constantFrom(...ranges)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code));

const sequences = fc.constantFrom(
  ...[
    "\u001b[2J\u001b[H",
    "\u001b]0;title\u0007",
    "\u001b]8;;https://evil.example\u001b\\",
    "\u009d52;c;cm0=\u009c",
    "\u001b[31m",
  ],
  ...["\u001bP+q\u001b\\", "\r\u001b[K", "\u202e", "\u2067"],
);

/** Text of any characters, most of which control a terminal. */
export const anyText = fc
  .array(fc.oneof(fc.string({ unit: "binary" }), steeringCharacter, sequences), { maxLength: 12 })
  .map((parts) => parts.join(""));
