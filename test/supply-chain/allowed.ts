/** The allowed licences of shipped code, by SPDX name. */
export const licences: ReadonlySet<string> = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0", "Unlicense"],
  "(MIT OR GPL-3.0-or-later)",
]);

/**
 * An advisory that applies here and can't be fixed yet: why it does no harm, and the day until which that is accepted.
 */
export type Allowance = { readonly advisory: string; readonly reason: string; readonly until: string };

/** By the advisory's id (GHSA-…). An expired or unneeded entry fails the gate. */
export const advisories: readonly Allowance[] = [];
