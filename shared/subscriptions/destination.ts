import * as z from "zod";
import type { RandomBytes } from "../kernel/ports/randomness.ts";

export const destinationKind = z.enum(["sqs", "eventbridge", "s3"]);
export type DestinationKind = z.infer<typeof destinationKind>;

export const destination = z.object({
  kind: destinationKind,
  /** The queue's URL, the bus's ARN or the bucket's URL, in a form that {@link placeOf} accepts. */
  target: z.string(),
  /** The role that the partner created for the bridge. If absent, the bridge's own credentials are used. */
  roleArn: z.string().optional(),
  /**
   * Generated for this subscription, never changed, and required by the role's trust policy. Without the external id, a
   * partner who guesses another partner's role could make the bridge assume that role and send events to the other
   * partner's account.
   */
  externalId: z.string(),
});
export type Destination = z.infer<typeof destination>;

/** What a target names. Only the region and a bucket's name become parts of an address that the bridge connects to. */
export type Place = {
  readonly region: string;
  /**
   * Absent for a bucket, because its URL doesn't name an account. If there is a role, AWS checks with each request that
   * the bucket belongs to the role's account.
   */
  readonly account?: string;
  readonly name: string;
  /** For a bucket, the beginning of its objects' names: empty, or ending with a slash. */
  readonly prefix?: string;
};

/**
 * A region in the partition `aws`, `aws-us-gov` or `aws-cn`. Isolated partitions use other domains and can't be
 * reached.
 */
const region = "(?<region>(?![a-z]{2}-iso)[a-z]{2}(?:-[a-z]{3,16}){1,2}-\\d)";
const account = "(?<account>\\d{12})";
const forms: { readonly [kind in DestinationKind]: { readonly pattern: RegExp; readonly example: string } } = {
  sqs: {
    pattern: new RegExp(
      `^https://sqs\\.${region}\\.amazonaws\\.com(?:\\.cn)?/${account}/(?<name>[\\w-]{1,80}|[\\w-]{1,75}\\.fifo)$`,
    ),
    example: "a queue's URL, such as https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
  },
  eventbridge: {
    pattern: new RegExp(`^arn:aws[a-z-]*:events:${region}:${account}:event-bus/(?<name>[\\w./-]{1,256})$`),
    example: "a bus's ARN, such as arn:aws:events:eu-north-1:123456789012:event-bus/orders",
  },
  s3: {
    // Names must not end in `--x-s3` or `--op-s3`: the SDK would send the requests to directory buckets or Outposts.
    pattern: new RegExp(
      `^https://(?<name>[a-z0-9][a-z0-9-]{1,61}[a-z0-9])(?<!--(?:x|op)-s3)\\.s3\\.${region}\\.amazonaws\\.com(?:\\.cn)?/(?<prefix>(?:[\\w=-]{1,64}/){0,8})$`,
    ),
    example:
      "a bucket's URL, optionally with a folder, such as https://acme-events.s3.eu-north-1.amazonaws.com/orders/",
  },
};

/** Undefined if the target doesn't have the form of its kind. */
export function placeOf({ kind, target }: Pick<Destination, "kind" | "target">): Place | undefined {
  const { region: where = "", name = "", ...rest } = forms[kind].pattern.exec(target)?.groups ?? {};
  return where === "" ? undefined : { region: where, name, ...rest };
}

/** The bridge assumes only roles whose names begin with this prefix, so that a partner can't name any other role. */
export const rolePrefix = "feedhook-destination-";

const roleForm = new RegExp(`^arn:aws[a-z-]*:iam::${account}:role/${rolePrefix}[\\w+=,.@-]{1,43}$`);

/** Only the operator's own subscriptions may have no `roleArn`. */
export function destinationFaults(
  { kind, target, roleArn }: Omit<Destination, "externalId">,
  isOperators: boolean,
): readonly { readonly field: "target" | "roleArn"; readonly message: string }[] {
  const place = placeOf({ kind, target });
  if (place === undefined) return [{ field: "target", message: `must be ${forms[kind].example}` }];
  if (roleArn === undefined) return isOperators ? [] : [{ field: "roleArn", message: "is required" }];
  const owner = roleForm.exec(roleArn)?.groups?.["account"];
  if (owner === undefined) {
    const message = `must be a role's ARN, such as arn:aws:iam::123456789012:role/${rolePrefix}orders; the role's name must begin with ${rolePrefix}`;
    return [{ field: "roleArn", message }];
  }
  if (place.account === undefined || place.account === owner) return [];
  return [{ field: "roleArn", message: "must belong to the same account as the target" }];
}

export function keepsOrder({ kind, target }: Pick<Destination, "kind" | "target">): boolean {
  return kind === "sqs" && target.endsWith(".fifo");
}

export function newExternalId(randomness: RandomBytes): string {
  return `feedhook-${Buffer.from(randomness.bytes(24)).toString("base64url")}`;
}
