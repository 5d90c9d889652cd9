import * as z from "zod";

/** An instance name becomes part of keys and of the source's address: the plainest alphabet, and never `#` or `~`. */
export const instanceName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, "letters, digits, - and _ (at most 63)");

/**
 * One customer instance of the partner platform (`subscriptions` table, pk `registry`, sk `instance#<name>`). Its
 * sealed credentials stand apart (pk `instance#<name>`, sk `credential#current` and `credential#next`), its rooms too
 * (sk `room#<id>`), and the newest access token (sk `token`).
 */
export const instance = z.object({
  name: instanceName,
  /** Unix ms of our clock when it was registered. */
  registeredAt: z.int(),
  /** Unix ms of the server's clock at registration, fixed at first contact; what is older is baseline. */
  connectedAt: z.int().optional(),
  /** Sequence numbers of its records start here: unix seconds at registration. */
  seqFloor: z.int(),
  requestsPerSecond: z.number().positive(),
  /** Parked: the source refuses our credentials; nothing is polled but a probe. */
  status: z.enum(["active", "parked"]),
  parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
  /** Unix ms, our clock. */
  parkedSince: z.int().optional(),
  /** Unix ms, our clock, of the last end of a time in which it was parked. */
  resumedAt: z.int().optional(),
  /** New credentials came while it was parked: the next poll tries them before anything else is polled. */
  onTrial: z.literal(true).optional(),
  /** An operator paused it: nothing is polled, not even a probe. */
  paused: z.literal(true).optional(),
  /** An operator asked that every feed reads again; each feed does so at its next visit. `rev` tells one request from the next. */
  rewind: z.object({ rev: z.int(), to: z.int().exactOptional(), anew: z.literal(true).exactOptional() }).optional(),
  rev: z.int(),
});
export type Instance = z.infer<typeof instance>;

/** What a source gives out is a hundred characters long; what is given here may be so much. */
const longestId = 1_024;
const longestSecret = 4_096;

/** A pair as operators give it. Pairs that were stored before may be longer. */
export const givenCredentials = z.strictObject({
  clientId: z.string().min(1).max(longestId),
  clientSecret: z.string().min(1).max(longestSecret),
});

export const credentials = z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) });
export type Credentials = z.infer<typeof credentials>;
