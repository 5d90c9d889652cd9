type Entry<T> = { [K in keyof T & string]: readonly [K, Exclude<T[K], undefined>] }[keyof T & string];

/**
 * Leaves out undefined values. Only for records that have exactly the keys of their type, such as those of the
 * topology.
 */
export function entriesOf<T extends object>(record: T): Entry<T>[];
export function entriesOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}
