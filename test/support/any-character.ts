import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as fast-check's own unit "binary", which lists all 1.1 million of them first: a second of work
 * for each file that uses it. With the way back, fast-check still mixes in strings that are known to hurt.
 *
 * @example fc.string({ unit: anyCharacter })
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(characterAt, placeOf);

function characterAt(place: number): string {
  return String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count);
}

/** Throws for what is no single character, as fast-check expects of a value that it can't have made. */
function placeOf(character: unknown): number {
  const point = typeof character === "string" ? character.codePointAt(0) : undefined;
  const place = point === undefined || point < surrogates.first ? point : point - surrogates.count;
  if (place === undefined || characterAt(place) !== character) throw new Error("not one character");
  return place;
}
