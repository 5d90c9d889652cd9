export type Turns = {
  /**
   * Runs `work` in pieces of one or more steps, and lets other work run between the pieces. Groups take turns, so a
   * group with a lot of work doesn't hold up another.
   */
  run<T>(group: string, work: Iterator<void, T>): Promise<T>;
};
