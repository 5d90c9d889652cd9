type Entry<T> = { [K in keyof T & string]: readonly [K, Exclude<T[K], undefined>] }[keyof T & string];

/**
 * `Object.entries` with typed keys and without undefined values. It is for records that have only the keys of their
 * type, such as those of the topology.
 */
export function entriesOf<T extends object>(record: T): Entry<T>[];
export function entriesOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}
