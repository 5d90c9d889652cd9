type Members = { readonly [name: string]: unknown };

/**
 * The JSON merge patch (RFC 7396) that turns `current` into `wanted`. With `wanted` itself as the patch, members that
 * `wanted` lacks would stay.
 */
export function mergePatch(current: unknown, wanted: Members): Record<string, unknown> {
  if (!isObject(current)) return { ...wanted };
  const removed = Object.keys(current).filter((name) => !Object.hasOwn(wanted, name));
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => {
        const before = Object.hasOwn(current, name) ? current[name] : undefined;
        return [name, isObject(value) ? mergePatch(before, value) : value];
      }),
    ),
  };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
