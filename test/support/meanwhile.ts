/** A port as one worker uses it, to whom something happens once, right before its first call of a method. */
export function meanwhile<T extends object>(port: T, method: keyof T & string, work: () => Promise<unknown>): T {
  let isDone = false;
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...parameters: unknown[]) => {
        if (name === method && !isDone) {
          isDone = true;
          await work();
        }
        return Reflect.apply(value, target, parameters) as unknown;
      };
    },
  });
}
