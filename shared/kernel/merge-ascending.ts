/** Merges ascending sequences into one ascending sequence. Reads at most one element ahead of each. */
export async function* mergeAscending<T>(
  sequences: readonly AsyncGenerator<T>[],
  isBefore: (one: T, other: T) => boolean,
): AsyncGenerator<T> {
  const heads = await Promise.all(sequences.map(async (sequence) => ({ sequence, next: await sequence.next() })));
  for (;;) {
    let first: { head: (typeof heads)[number]; value: T } | undefined;
    for (const head of heads) {
      if (head.next.done === true) continue;
      const { value } = head.next;
      if (first === undefined || isBefore(value, first.value)) first = { head, value };
    }
    if (first === undefined) return;
    yield first.value;
    first.head.next = await first.head.sequence.next();
  }
}
