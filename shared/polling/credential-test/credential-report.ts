import * as z from "zod";
import { readScopes } from "../../source/token-request.ts";

/**
 * The result of testing one list. `untested`: no record was available for the request, or no time or request was left.
 */
const listOutcome = z.enum(["answers", "forbidden", "missing", "refused", "unavailable", "untested"]);
export type ListOutcome = z.infer<typeof listOutcome>;

const testedList = z.object({
  /** Relative to the instance's address, such as `/person/timeline`. */
  path: z.string(),
  outcome: listOutcome,
  /** The largest page size that the list accepts, of the sizes that the bridge requests. */
  pageLimit: z.int().optional(),
});
export type TestedList = z.infer<typeof testedList>;

/** What a pair of credentials can do at the source, found by trying it. */
export const credentialReport = z.object({
  /**
   * `partly`: it reads some lists, but not all. `unreachable`: the source gave no usable response, so the pair is
   * untested.
   */
  outcome: z.enum(["works", "partly", "refused", "unreachable"]),
  reason: z.enum(["invalid_client", "no_read_scope", "unknown_instance"]).optional(),
  /** Why the source couldn't be reached, in a few words. */
  fault: z.string().optional(),
  scope: z.enum(readScopes).optional(),
  /** Whether the source would also let the pair write, which the bridge never does. */
  mayWrite: z.boolean().optional(),
  /**
   * How far (ms) the source's clock is ahead of ours; negative if it is behind. Absent if its responses have no date.
   */
  clockOffset: z.int().optional(),
  lists: z.array(testedList),
  /** The number of requests that the test took. */
  requests: z.int(),
});
export type CredentialReport = z.infer<typeof credentialReport>;
