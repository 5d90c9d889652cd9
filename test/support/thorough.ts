/** Whether long random tests make all their rounds, as `.ci/run` does (it sets `THOROUGH`), or the few of `npm test`. */
export const isThorough = (process.env["THOROUGH"] ?? "") !== "";
