import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character. fast-check's own unit "binary" first lists all 1.1 million of them, which takes a second in
 * each file that uses it. The inverse function lets fast-check still mix in strings that often cause errors.
 *
 * @example fc.string({ unit: anyCharacter })
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(characterAt, placeOf);

function characterAt(place: number): string {
  return String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count);
}

/** Throws for anything but a single character, as fast-check expects for a value that it can't have made. */
function placeOf(character: unknown): number {
  const point = typeof character === "string" ? character.codePointAt(0) : undefined;
  const place = point === undefined || point < surrogates.first ? point : point - surrogates.count;
  if (place === undefined || characterAt(place) !== character) throw new Error("not one character");
  return place;
}
