/**
 * Counts the elements of arrays that `work` visits or copies, until its promise settles. It replaces the iterator of all
 * arrays meanwhile.
 */
export async function arrayVisits(work: () => Promise<void> | void): Promise<number> {
  const original = Object.getOwnPropertyDescriptor(Array.prototype, Symbol.iterator);
  if (original === undefined) throw new Error("arrays have no iterator");
  let visits = 0;
  Object.defineProperty(Array.prototype, Symbol.iterator, {
    ...original,
    value: function* counted(this: readonly unknown[]) {
      for (let at = 0; at < this.length; at += 1) {
        visits += 1;
        yield this[at];
      }
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(Array.prototype, Symbol.iterator, original);
  }
  return visits;
}
