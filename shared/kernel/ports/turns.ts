/** Shares the event loop between long pieces of work and everything else. */
export type Turns = {
  /**
   * Runs the work step by step, and lets other work run in between if the steps take a long time. Groups take turns, so
   * a group with a lot of work doesn't hold up another.
   */
  run<T>(group: string, work: Iterator<void, T>): Promise<T>;
};
