/**
 * A plausible bug, planted to see what finds it. `code` occurs once in `file`, and `instead` replaces it while the file
 * is loaded, so the product doesn't contain it.
 */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly instead: string;
  /** The other fault without which the bug does no harm; absent: it harms by itself. */
  readonly needs?: string;
  /** The test file that finds it; absent: the simulation does. */
  readonly test?: string;
};
