/** An object type whose members that may be undefined are optional instead. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Leaves out the members that are undefined. With `exactOptionalPropertyTypes` an optional member must be absent, and a
 * table must not be handed an attribute without a value. Looks at the first level only; `definedJson` looks at all.
 *
 * @example send({ body, ...defined({ delaySeconds }) })
 */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
