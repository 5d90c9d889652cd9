import { setFlagsFromString } from "node:v8";

/** In percent of the heap's size after the last full collection. */
const growth = 40;

/**
 * By default, V8 lets the heap grow to several times the memory in use while memory is available. A bridge is a small
 * process on a shared machine.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
