/** Makes each thing once, when it is first asked for. */
export function byName<N extends string, T>(make: (name: N) => T): (name: N) => T {
  const made = new Map<N, T>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}
