import * as z from "zod";
import { readScopes } from "../../source/token-request.ts";

/** What became of one list: `untested` where there was no record to ask with, or no time left. */
const listOutcome = z.enum(["answers", "forbidden", "missing", "refused", "unavailable", "untested"]);
export type ListOutcome = z.infer<typeof listOutcome>;

const testedList = z.object({
  /** Below the instance's address: `/person/timeline`. */
  path: z.string(),
  outcome: listOutcome,
  /** The largest page that it gave, of the sizes that the bridge asks for. */
  pageLimit: z.int().optional(),
});
export type TestedList = z.infer<typeof testedList>;

/** What a pair of credentials can do at the source, found out by trying it. */
export const credentialReport = z.object({
  /** `partly`: it reads, but not every list. `unreachable`: the source gave no usable answer, so nothing is known of the pair. */
  outcome: z.enum(["works", "partly", "refused", "unreachable"]),
  reason: z.enum(["invalid_client", "no_read_scope", "unknown_instance"]).optional(),
  /** Why the source couldn't be reached, in a few words. */
  fault: z.string().optional(),
  scope: z.enum(readScopes).optional(),
  /** Whether the source would let the pair write as well, which the bridge never does. */
  mayWrite: z.boolean().optional(),
  /** Ms that the source's clock is ahead of ours; negative where it is behind. Absent where its answers name no date. */
  clockOffset: z.int().optional(),
  lists: z.array(testedList),
  /** How many requests the test cost. */
  requests: z.int(),
});
export type CredentialReport = z.infer<typeof credentialReport>;
