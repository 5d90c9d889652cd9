/** Shares the event loop between long pieces of work and everything else. */
export type Turns = {
  /**
   * Takes the work's steps, and lets other work run between them if they take long. Groups take turns, so that a group
   * with much work doesn't hold up another.
   */
  run<T>(group: string, work: Iterator<void, T>): Promise<T>;
};
