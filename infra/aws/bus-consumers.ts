import type { Stack } from "aws-cdk-lib";
import { AccountPrincipal, OrganizationPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";

const managing = [
  "events:PutRule",
  "events:DeleteRule",
  "events:DescribeRule",
  "events:EnableRule",
  "events:DisableRule",
  "events:RemoveTargets",
  "events:ListTargetsByRule",
  "events:TagResource",
  "events:UntagResource",
  "events:ListTagsForResource",
];

/** Limits an account to the rules that it created. A new rule has no creator yet, so the condition is `IfExists`. */
const ownRules = { StringEqualsIfExists: { "events:creatorAccount": "${aws:PrincipalAccount}" } };

export function busArn(stack: Stack, name: string): string {
  return stack.formatArn({ service: "events", resource: "event-bus", resourceName: name });
}

/**
 * Lets accounts and organizations manage their own rules on a bus. These rules can forward events only to buses in
 * their own accounts. The accounts can't put events on the bus, because partners would take such events for ours.
 */
export function consumerStatements(stack: Stack, bus: string, consumers: readonly string[]): PolicyStatement[] {
  const resources = [stack.formatArn({ service: "events", resource: "rule", resourceName: `${bus}/*` })];
  const ownBus = `arn:${stack.partition}:events:${stack.region}:\${aws:PrincipalAccount}:event-bus/*`;
  return consumers.flatMap((consumer) => {
    const principals = [
      consumer.startsWith("o-") ? new OrganizationPrincipal(consumer) : new AccountPrincipal(consumer),
    ];
    const sid = consumer.replace("-", "");
    return [
      new PolicyStatement({ sid: `Rules${sid}`, principals, actions: managing, resources, conditions: ownRules }),
      new PolicyStatement({
        ...{ sid: `Targets${sid}`, principals, actions: ["events:PutTargets"], resources },
        // A target in another account would take our events out of the named accounts.
        conditions: { ...ownRules, "ForAllValues:ArnLike": { "events:TargetArn": ownBus } },
      }),
    ];
  });
}
