import * as z from "zod";

/** Behaviour of the real platform that surprises consumers. All switches except the last are on by default. */
const switchesSchema = z.object({
  lateCommits: z.boolean().default(true).describe("Some writes become visible after later writes."),
  millisecondSeek: z
    .boolean()
    .default(true)
    .describe("Timeline cursors have milliseconds, but the column that they seek in has microseconds."),
  repeatedRows: z.boolean().default(true).describe("Some timeline pages start before the cursor."),
  cursorExpiry: z.boolean().default(true).describe("Cursors of ordinary lists expire."),
  actorPermissions: z
    .boolean()
    .default(true)
    .describe("Lists omit records that the token's user may not see, and reads of them return 404."),
  oneLiveToken: z.boolean().default(false).describe("Each new access token of a client revokes its earlier tokens."),
});

export const settingsSchema = z.object({
  switches: switchesSchema.prefault({}),
  expiresInSeconds: z.number().int().positive().default(600).describe("Lifetime of access tokens."),
  cursorSeconds: z.number().positive().default(900).describe("Lifetime of list cursors."),
  revocationSeconds: z.number().nonnegative().max(60).default(30).describe("How long tokens outlive their credential."),
  lateShare: z.number().min(0).max(1).default(0.05).describe("Share of writes that commit late."),
  lateMilliseconds: z
    .number()
    .nonnegative()
    .default(200)
    .describe("The longest delay of a late write through the API."),
  liveLateMilliseconds: z
    .number()
    .nonnegative()
    .default(3000)
    .describe("The longest delay of a late write by other users of the platform (--live)."),
  activityOwners: z
    .boolean()
    .default(false)
    .describe("Activities own documents: an activity's id resolves with `entityType=Project`."),
  phaseOwners: z
    .boolean()
    .default(false)
    .describe("Phases own documents: a phase's id resolves with `entityType=Project`."),
  gdprPersonDelete: z.boolean().default(true).describe("The GDPR person delete feature."),
  erasureMilliseconds: z.number().nonnegative().default(500).describe("How long an enqueued erasure takes."),
});
export type Settings = z.infer<typeof settingsSchema>;
