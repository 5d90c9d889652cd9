/**
 * Whether the long random suites run in full, as in the gate (`.ci/run` sets `THOROUGH`). `npm test` runs only their
 * first seeds, so that it is fast enough to run between changes.
 */
export const isThorough = process.env["THOROUGH"] !== undefined;
