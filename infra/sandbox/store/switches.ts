import * as z from "zod";

/**
 * Behaviour of the real platform that surprises consumers. Each has a switch, and all but the last are on by default.
 */
const switchesSchema = z.object({
  lateCommits: z.boolean().default(true).describe("Some writes become visible after others that began later."),
  millisecondSeek: z
    .boolean()
    .default(true)
    .describe("Timeline cursors seek in a microsecond column with milliseconds."),
  repeatedRows: z.boolean().default(true).describe("Some timeline pages start further back than the cursor."),
  cursorExpiry: z.boolean().default(true).describe("Cursors of ordinary lists expire."),
  actorPermissions: z
    .boolean()
    .default(true)
    .describe("Records the acting user may not see are missing from lists and reads."),
  oneLiveToken: z.boolean().default(false).describe("Each new access token of a client revokes its last one."),
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
    .describe("The same for other users of the platform (--live)."),
  activityOwners: z
    .boolean()
    .default(false)
    .describe("Activities own documents: `entityType=Project` with the id of one resolves."),
  phaseOwners: z.boolean().default(false).describe("The same for phases."),
  gdprPersonDelete: z.boolean().default(true).describe("The GDPR person delete feature."),
  erasureMilliseconds: z.number().nonnegative().default(500).describe("How long an enqueued erasure takes."),
});
export type Settings = z.infer<typeof settingsSchema>;
