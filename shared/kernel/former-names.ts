/**
 * Lets a schema read items that were stored under an attribute's former name. A store written by an earlier version
 * stays readable without a migration; the next write of the item uses the present name.
 *
 * @example z.preprocess(formerNames({ told: "changeLog" }), z.object({ changeLog: z.array(entry) }))
 */
export function formerNames(present: Readonly<Record<string, string>>): (stored: unknown) => unknown {
  const names = Object.entries(present);
  return (stored) => {
    if (typeof stored !== "object" || stored === null || !names.some(([former]) => former in stored)) return stored;
    const renamed = Object.entries(stored).map(([name, value]): [string, unknown] => {
      const now = present[name];
      return now === undefined || now in stored ? [name, value] : [now, value];
    });
    return Object.fromEntries(renamed);
  };
}
