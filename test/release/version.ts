import * as z from "zod";

/** `0.2.0`. A release has no other form, such as `0.2.0-rc.1`. */
export const version = z.string().regex(/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/, "must be a version such as 0.2.0");

function numbersOf(text: string): readonly [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return [major, minor, patch];
}

/** The order of two versions, for `sort`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The first version after this one that may break users' programs: a major one or, before 1.0.0, a minor one. */
export function nextBreaking(last: string): string {
  const [major, minor] = numbersOf(last);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}
