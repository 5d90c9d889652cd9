export type Turns = {
  /**
   * Runs `work` step by step, and lets other work run between long steps. Groups take turns, so a group with a lot of
   * work doesn't hold up another.
   */
  run<T>(group: string, work: Iterator<void, T>): Promise<T>;
};
