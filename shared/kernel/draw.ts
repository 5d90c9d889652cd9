import { hkdfSync } from "node:crypto";
import type { Clock } from "./ports/clock.ts";
import type { RandomBytes } from "./ports/randomness.ts";

/**
 * The time, ids and secrets for what a request creates. A repeated request draws the same values in the same order, so
 * it finds what the first request created and returns the same response.
 */
export type Draw = RandomBytes & {
  /** Unix ms. */
  readonly at: number;
  /** Whether rows with the drawn ids may already exist. */
  readonly isRepeat: boolean;
};

export function freshDraw(parts: { readonly clock: Clock; readonly randomness: RandomBytes }): Draw {
  return { at: parts.clock.now(), bytes: (length) => parts.randomness.bytes(length), isRepeat: false };
}

/** `seed` has at least 32 random bytes. It is as secret as the values drawn from it. */
export function seededDraw(seed: string, at: number, isRepeat: boolean): Draw {
  let drawn = 0;
  const bytes = (length: number) => {
    drawn += 1;
    return new Uint8Array(hkdfSync("sha256", seed, "", String(drawn), length));
  };
  return { at, bytes, isRepeat };
}
