import * as z from "zod";

/** An instance name becomes part of keys and of the source's address, so it has no `#` or `~`. */
export const instanceName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
    "must have 1 to 63 letters, digits, - or _, and begin with a letter or digit",
  );

/**
 * `subscriptions` table, pk `registry`, sk `instance#<name>`. Items with pk `instance#<name>` hold the instance's
 * sealed credentials (sk `credential#current` and `credential#next`), rooms (sk `room#<id>`) and newest access token
 * (sk `token`).
 */
export const instance = z.object({
  name: instanceName,
  /** Unix ms, our clock. */
  registeredAt: z.int(),
  /**
   * Set at first contact to the time of registration in unix ms of the server's clock. A record that first contact
   * finds unchanged since then is baseline.
   */
  connectedAt: z.int().optional(),
  /** Unix seconds of the registration, or of the store's last restore or move. Later changes get a higher `seq`. */
  seqFloor: z.int(),
  requestsPerSecond: z.number().positive(),
  /**
   * Parked: the source refuses our credentials or doesn't know the instance, so the bridge only tests from time to time
   * whether that has changed.
   */
  status: z.enum(["active", "parked"]),
  parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
  /** Unix ms, our clock. */
  parkedSince: z.int().optional(),
  /** When it was last resumed after being parked (unix ms, our clock). */
  resumedAt: z.int().optional(),
  /** New credentials were stored while it was parked. The next poll tests them before any other feed is polled. */
  onTrial: z.literal(true).optional(),
  /** An operator paused the instance, so the bridge sends its source nothing, not even tests of a parked instance. */
  paused: z.literal(true).optional(),
  /**
   * An operator asked for every feed to be read again, from the time `to` (unix ms, the source's clock) or, if `to` is
   * absent, from the start. Each feed follows the request at its next visit. `rev` identifies the request. With `anew`,
   * the reading counts as a first contact.
   */
  rewind: z.object({ rev: z.int(), to: z.int().exactOptional(), anew: z.literal(true).exactOptional() }).optional(),
  rev: z.int(),
});
export type Instance = z.infer<typeof instance>;

/**
 * The source issues ids and secrets of about a hundred characters. Operators can enter longer ones, up to these limits.
 */
const longestId = 1_024;
const longestSecret = 4_096;

/** A pair as operators enter it. Pairs stored by earlier versions may be longer. */
export const givenCredentials = z.strictObject({
  clientId: z.string().min(1).max(longestId),
  clientSecret: z.string().min(1).max(longestSecret),
});

export const credentials = z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) });
export type Credentials = z.infer<typeof credentials>;
