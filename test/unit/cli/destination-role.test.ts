import { expect, test } from "vitest";
import { roleCommands } from "../../../infra/api-client/destination-role.ts";

const destination = {
  target: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
  roleArn: "arn:aws:iam::123456789012:role/feedhook-destination-orders.eu",
  externalId: "feedhook-mine",
  principal: "arn:aws:iam::111122223333:root",
};
const sqs = { id: "sub_1", kind: "sqs", destination } as const;

/** The template in the commands. */
const templateOf = (commands = "") => JSON.parse(commands.slice(commands.indexOf("{"), commands.indexOf("\nEND\n")));

test("the commands create a role that only this bridge can use, for this subscription and this queue", () => {
  const commands = roleCommands(sqs);
  expect(commands?.split("\n").at(0)).toBe("cat > feedhook-destination-orders.eu.json <<'END'");
  expect(commands?.split("\n").at(-1)).toBe(
    "aws cloudformation deploy --stack-name feedhook-destination-orders-eu --template-file feedhook-destination-orders.eu.json --capabilities CAPABILITY_NAMED_IAM",
  );
  const { Role: role } = templateOf(commands).Resources;
  expect(role).toMatchObject({ Type: "AWS::IAM::Role" });
  expect(role.Properties).toEqual({
    RoleName: "feedhook-destination-orders.eu",
    AssumeRolePolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::111122223333:root" },
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "sts:ExternalId": "feedhook-mine" } },
        },
      ],
    },
    Policies: [
      {
        PolicyName: "send",
        PolicyDocument: {
          Version: "2012-10-17",
          Statement: [
            {
              Effect: "Allow",
              Action: "sqs:SendMessage",
              Resource: "arn:aws:sqs:eu-north-1:123456789012:orders",
            },
          ],
        },
      },
    ],
  });
});

test("a bus gets the right to put events, a bucket that to put objects, and a partition stays the same", () => {
  const target = "arn:aws-cn:events:cn-north-1:123456789012:event-bus/orders";
  const roleArn = destination.roleArn.replace("aws", "aws-cn");
  const bus = { id: "sub_1", kind: "eventbridge", destination: { ...destination, target, roleArn } } as const;
  const [policy] = templateOf(roleCommands(bus)).Resources.Role.Properties.Policies;
  expect(policy.PolicyDocument.Statement).toEqual([
    { Effect: "Allow", Action: ["events:PutEvents", "events:DescribeEventBus"], Resource: target },
  ]);
  const bucket = { ...destination, target: "https://acme-events.s3.eu-north-1.amazonaws.com/feedhook/" };
  const [writing] = templateOf(roleCommands({ id: "sub_1", kind: "s3", destination: bucket })).Resources.Role.Properties
    .Policies;
  expect(writing.PolicyDocument.Statement).toEqual([
    { Effect: "Allow", Action: "s3:PutObject", Resource: "arn:aws:s3:::acme-events/feedhook/*" },
  ]);
  const queue = { ...sqs, destination: { ...destination, roleArn } };
  const [sending] = templateOf(roleCommands(queue)).Resources.Role.Properties.Policies;
  expect(sending.PolicyDocument.Statement[0].Resource).toMatch(/^arn:aws-cn:sqs:/);
});

test("there are none without a role, or without a principal that may assume it", () => {
  const { roleArn: _, ...ambient } = destination;
  expect(roleCommands({ ...sqs, destination: ambient })).toBeUndefined();
  const { principal: __, ...disabled } = destination;
  expect(roleCommands({ ...sqs, destination: disabled })).toBeUndefined();
  expect(roleCommands({ id: "sub_1", kind: "push" })).toBeUndefined();
});
