/** An object type in which every member that could be undefined is optional instead. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Leaves out undefined members at the first level; `definedJson` does so at every level. With
 * `exactOptionalPropertyTypes`, an optional member without a value must be absent, not undefined.
 *
 * @example send({ body, ...defined({ delaySeconds }) })
 */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: object): object {
  // A plain loop, because this runs several times for every delivery.
  const present: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) present[name] = value;
  }
  return present;
}
