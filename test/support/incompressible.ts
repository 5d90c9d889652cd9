import { SeededRandomness } from "./seeded-randomness.ts";

/** Text of this length that can't be compressed. */
export function incompressible(length: number, seed = 1): string {
  return Buffer.from(new SeededRandomness(seed).bytes(length)).toString("base64").slice(0, length);
}
