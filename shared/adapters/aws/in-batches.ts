/**
 * Splits entries into batches of at most `count` entries and `bytes` in total; an entry larger than `bytes` gets a
 * batch of its own.
 */
export function inBatches<T>(
  entries: readonly T[],
  limits: { readonly count: number; readonly bytes: number },
  sizeOf: (entry: T) => number,
): readonly (readonly T[])[] {
  const packs: T[][] = [];
  let pack: T[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = sizeOf(entry);
    if (pack.length > 0 && (pack.length === limits.count || bytes + size > limits.bytes)) {
      packs.push(pack);
      pack = [];
      bytes = 0;
    }
    pack.push(entry);
    bytes += size;
  }
  return pack.length === 0 ? packs : [...packs, pack];
}
