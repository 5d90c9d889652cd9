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

/** Runs `step` before each call of a method. If `step` throws, the call fails. */
export function before<T extends object, Name extends keyof T>(
  object: T,
  name: Name,
  step: T[Name] extends (...args: infer Args) => unknown ? (...args: Args) => unknown : never,
): void {
  around(object, name, (method) => {
    const call = async (...args: unknown[]): Promise<unknown> => {
      await Reflect.apply(step, undefined, args);
      return Reflect.apply(method as () => unknown, undefined, args);
    };
    return call as T[Name];
  });
}

/** Runs `step` before the next call of a method. */
export function once<T extends object>(object: T, name: keyof T, step: () => Promise<unknown>): void {
  const method = object[name];
  around(object, name, (bound) => {
    const call = async (...args: unknown[]): Promise<unknown> => {
      object[name] = method;
      await step();
      return Reflect.apply(bound as () => unknown, undefined, args);
    };
    return call as T[keyof T];
  });
}
