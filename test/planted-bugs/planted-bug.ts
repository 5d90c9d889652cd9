/**
 * A bug that could have been written, planted to see who finds it. `code` occurs once in `file`; `instead` stands in its
 * place while the file is loaded, so what is shipped holds nothing of it.
 */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly instead: string;
  /** What must go wrong besides for the bug to do harm; absent: it harms by itself. */
  readonly needs?: string;
  /** The test file that finds it; absent: the simulation does. */
  readonly test?: string;
};
