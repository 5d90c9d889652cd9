/** Licences that what we ship may have, as SPDX names them. */
export const licences: ReadonlySet<string> = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0", "Unlicense"],
  "(MIT OR GPL-3.0-or-later)",
]);

/** An advisory that holds here and can't be fixed yet: why it does no harm meanwhile, and until which day that was judged. */
export type Allowance = { readonly advisory: string; readonly reason: string; readonly until: string };

/** By the id of the advisory (GHSA-…). An entry that is over, or that no advisory needs any more, fails the gate. */
export const advisories: readonly Allowance[] = [];
