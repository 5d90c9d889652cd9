/** Shares the event loop between long pieces of work and everything else. */
export type Turns = {
  /**
   * Runs the work step by step, and lets other work run in between if the steps take long. Groups take turns, so a
   * group with much work doesn't hold up another.
   */
  run<T>(group: string, work: Iterator<void, T>): Promise<T>;
};
