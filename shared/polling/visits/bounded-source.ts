import type { Clock } from "../../kernel/ports/clock.ts";
import type { Source } from "../../source/source.ts";

/**
 * The source as long as a visit has time: past `deadline` (unix ms) it answers as if the allowance were spent, so that
 * readers stop at their next request, with a checkpoint, before the worker is stopped without one.
 */
export function boundedSource(source: Source, clock: Clock, deadline: number): Source {
  const inTime = (): boolean => clock.now() < deadline;
  return {
    page: async (request) => (inTime() ? source.page(request) : { outcome: "exhausted" }),
    one: async (request) => (inTime() ? source.one(request) : { outcome: "exhausted" }),
  };
}
