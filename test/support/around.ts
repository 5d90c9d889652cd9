/** Replaces a method of an object with what `wrap` makes of it. */
export function around<T extends object, Name extends keyof T>(
  object: T,
  name: Name,
  wrap: (method: T[Name]) => T[Name],
): void {
  const method = object[name];
  if (typeof method !== "function") throw new Error(`${String(name)} isn't a method`);
  object[name] = wrap(method.bind(object));
}
