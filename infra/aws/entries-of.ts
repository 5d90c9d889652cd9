type Entry<T> = { [K in keyof T & string]: readonly [K, Exclude<T[K], undefined>] }[keyof T & string];

/**
 * `Object.entries` that keeps the type of the keys, for the literal records of the topology, which have no other keys.
 */
export function entriesOf<T extends object>(record: T): Entry<T>[];
export function entriesOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}
