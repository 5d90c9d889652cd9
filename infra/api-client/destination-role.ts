import type { components } from "./api-types.ts";

type Subscription = Pick<components["schemas"]["Subscription"], "id" | "kind" | "destination">;

/**
 * Shell commands for the AWS account of the destination's owner. They write a CloudFormation template that creates the
 * role, and deploy it. Undefined unless the subscription names a role and the bridge's principal is known.
 */
export function roleCommands({ id, kind, destination }: Subscription): string | undefined {
  const { target = "", roleArn, externalId, principal } = destination ?? {};
  if (roleArn === undefined || principal === undefined) return undefined;
  const name = roleArn.slice(roleArn.lastIndexOf("/") + 1);
  const [, partition = "aws"] = roleArn.split(":");
  const allowed = { Effect: "Allow", ...permissionOf(kind, target, partition) };
  const trusted = {
    Effect: "Allow",
    Principal: { AWS: principal },
    Action: "sts:AssumeRole",
    Condition: { StringEquals: { "sts:ExternalId": externalId } },
  };
  const properties = {
    RoleName: name,
    AssumeRolePolicyDocument: policyOf(trusted),
    Policies: [{ PolicyName: "send", PolicyDocument: policyOf(allowed) }],
  };
  const template = {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `Lets Feedhook send events for ${id}`,
    Resources: { Role: { Type: "AWS::IAM::Role", Properties: properties } },
  };
  const file = `${name}.json`;
  return [
    `cat > ${file} <<'END'`,
    JSON.stringify(template, null, 2),
    "END",
    `aws cloudformation deploy --stack-name ${stackName(name)} --template-file ${file} --capabilities CAPABILITY_NAMED_IAM`,
  ].join("\n");
}

/** A stack's name can contain only letters, digits and hyphens. */
const stackName = (name: string) => name.replaceAll(/[^\dA-Za-z-]/g, "-");

const policyOf = (statement: object) => ({ Version: "2012-10-17", Statement: [statement] });

function permissionOf(kind: Subscription["kind"], target: string, partition: string) {
  if (kind === "s3") return toBucket(target, partition);
  return kind === "sqs" ? toQueue(target, partition) : toBus(target);
}

function toBucket(url: string, partition: string) {
  const [, , host = "", ...folder] = url.split("/");
  const [bucket = ""] = host.split(".");
  return { Action: "s3:PutObject", Resource: `arn:${partition}:s3:::${bucket}/${folder.join("/")}*` };
}

function toQueue(url: string, partition: string) {
  const [, , host = "", account = "", name = ""] = url.split("/");
  const [, region = ""] = host.split(".");
  return { Action: "sqs:SendMessage", Resource: `arn:${partition}:sqs:${region}:${account}:${name}` };
}

const toBus = (arn: string) => ({ Action: ["events:PutEvents", "events:DescribeEventBus"], Resource: arn });
