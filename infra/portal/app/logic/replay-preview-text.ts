import { atLeast } from "./plural.ts";

/** What a replay would send. `complete` is false if the count ended before the end of the range. */
export function replayPreviewText({
  matches,
  complete,
}: {
  readonly matches: number;
  readonly complete: boolean;
}): string {
  if (matches === 0 && !complete) return "No events found in the part that was counted. Choose a shorter range.";
  return `${atLeast(matches, !complete, "event", "events")} would be sent`;
}
