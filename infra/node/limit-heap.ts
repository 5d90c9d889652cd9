import { setFlagsFromString } from "node:v8";

/** How much the heap may grow over what the last full collection left of it, in percent. */
const growth = 40;
/** MB of each half of the young generation. Left to itself it takes twice that and more, once a bridge is busy. */
const semiSpace = 16;

/**
 * Has V8 collect before the heap has outgrown what is in use several times over, as it does by default while there is memory:
 * a bridge is a small process on a machine that others use too. `options` are Node's own: a young generation that somebody
 * sized there stays as it is.
 */
export function limitHeap(options: readonly string[]): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  if (!options.some((option) => /semi[-_]space/.test(option))) {
    setFlagsFromString(`--max-semi-space-size=${semiSpace}`);
  }
}
