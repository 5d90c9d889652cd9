import type { Owner } from "../../kernel/envelope.ts";
import type { Visit } from "../feed-reader.ts";
import type { JournalSink } from "../rows/record-sink.ts";

/** Whether the owner was there before the connection. Of most, their feed says so since it was put: first visits are many. */
export async function isBaselineOwner(
  records: Pick<JournalSink, "ownerIsBaseline">,
  { feed: { instance, knownSince } }: Visit,
  owner: Owner,
): Promise<boolean> {
  return knownSince !== undefined || records.ownerIsBaseline(instance, owner);
}
