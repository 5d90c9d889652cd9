import { AssumeRoleCommand, type STSClient } from "@aws-sdk/client-sts";
import { sha256Text } from "../../../kernel/hash.ts";
import { DestinationError, failureOf } from "./destination-failure.ts";

export type Role = {
  readonly roleArn: string;
  readonly externalId: string;
  /** The session's name, which the account's owner sees in CloudTrail. */
  readonly session: string;
  /** The only actions that the session may perform, apart from those on KMS keys, even if the role allows more. */
  readonly actions: readonly string[];
  /** The only resource of these actions, without `arn:<partition>`. */
  readonly resource: string;
};

/** The duration (s) of a session. AWS refuses longer sessions to a caller that itself uses a role. */
const duration = 3_600;

/**
 * Returns temporary credentials of a role. The SDK client that requests them keeps them until five minutes before they
 * expire. Throws DestinationError if the role can't be assumed. Also throws it if the role accepts any other external
 * id, because another partner could then make the bridge send events through this role. `trusts` skips this second
 * check.
 */
export async function roleCredentials(sts: STSClient, role: Role, trusts: boolean) {
  const { Credentials: made } = await assume(sts, role);
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = made ?? {};
  if (AccessKeyId === undefined || SecretAccessKey === undefined || SessionToken === undefined)
    throw new DestinationError(500, "InvalidResponse", "AWS STS returned no credentials.");
  if (!trusts && (await isOpen(sts, role))) {
    const message = "The role's trust policy must require the destination's external ID (sts:ExternalId).";
    throw new DestinationError(403, "ExternalIdNotRequired", message);
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    ...(Expiration !== undefined && { expiration: Expiration }),
  };
}

async function isOpen(sts: STSClient, role: Role): Promise<boolean> {
  try {
    // Use an id in the form of a real external id, because a trust policy may accept every id of that form.
    const another = `feedhook-${sha256Text("base64url", role.externalId).slice(0, 32)}`;
    await assume(sts, { ...role, externalId: another });
    return true;
  } catch (error) {
    if (error instanceof DestinationError) return false;
    throw error;
  }
}

/** Throws DestinationError if AWS refuses, and the SDK's errors if it is unknown whether the role can be assumed. */
async function assume(sts: STSClient, { roleArn, externalId, session, actions, resource }: Role) {
  const [, partition = "aws"] = roleArn.split(":");
  const only = { Effect: "Allow", Action: actions, Resource: `arn:${partition}:${resource}` };
  // A queue, bus or bucket that is encrypted with its owner's key also requires that key.
  const keys = { Effect: "Allow", Action: ["kms:GenerateDataKey", "kms:Decrypt"], Resource: "*" };
  const command = new AssumeRoleCommand({
    RoleArn: roleArn,
    RoleSessionName: session,
    ExternalId: externalId,
    DurationSeconds: duration,
    Policy: JSON.stringify({ Version: "2012-10-17", Statement: [only, keys] }),
  });
  try {
    return await sts.send(command);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.outcome === "failed" || failure.status !== 403) throw error;
    // AWS's message names the bridge's own role, which partners don't need to know.
    const message =
      "Feedhook can't assume the role. Check that it exists, and that its trust policy names the destination's principal and external ID.";
    throw new DestinationError(403, "AccessDenied", message);
  }
}
