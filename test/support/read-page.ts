import type { Reading } from "../../shared/source/answer-bodies.ts";
import type { SourcePage } from "../../shared/source/source.ts";

/** Takes all steps of reading a page. Undefined if it is no page, or too large. */
export function readPage(reading: Iterator<void, Reading<SourcePage>>): SourcePage | undefined {
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value.outcome === "ok" ? step.value.value : undefined;
}
