/**
 * Whether the long random suites run in full, as the gate has them (`.ci/run` sets `THOROUGH`): `npm test` takes the first
 * of their seeds, so that it can be run between two changes.
 */
export const isThorough = process.env["THOROUGH"] !== undefined;
