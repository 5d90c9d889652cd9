/**
 * A hazard of the Partner API's contract, its answer and the test that guards the answer. `code`, which occurs once in
 * `file`, is the answer. `instead` replaces it while Vitest loads the file (test/planted-bugs/with-bug.ts), so the
 * product has no switch for it.
 */
export type Hazard = {
  readonly number: number;
  /** The hazard and its answer, in one line. */
  readonly line: string;
  /** The file whose tests named `hazard <number>` fail without the answer. */
  readonly test: string;
  readonly file: string;
  readonly code: string;
  readonly instead: string;
};

/** Whether a test title names the hazard: "hazard 7: …", "hazards 10 and 12: …", "hazards 35 to 41: …". */
export function names(title: string, number: number): boolean {
  const list = /\bhazards? ([\d, and to]+)/.exec(title)?.[1];
  if (list === undefined) return false;
  const range = /(\d+) to (\d+)/.exec(list);
  if (range !== null) return Number(range[1]) <= number && number <= Number(range[2]);
  return (list.match(/\d+/g) ?? []).some((each) => Number(each) === number);
}
