import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, test } from "vitest";
import { roleCredentials } from "../../../shared/adapters/aws/destinations/role-credentials.ts";

const sts = mockClient(new STSClient({}));
const role = {
  ...{ roleArn: "arn:aws:iam::123456789012:role/r", externalId: "feedhook-mine", session: "s" },
  ...{ actions: ["sqs:SendMessage"], resource: "sqs:eu-north-1:123456789012:q" },
};
const keys = { AccessKeyId: "a", SecretAccessKey: "b", SessionToken: "c", Expiration: new Date(0) };
const credentials = (trusts = false) => roleCredentials(sts as unknown as STSClient, role, trusts);
const fault = (name: string, status: number) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
const denied = fault("AccessDenied", 403);

/** Answers requests with our external id by `own`, and those with another one by `another`. */
function answers(own: object, another: object): void {
  sts.on(AssumeRoleCommand).callsFake(({ ExternalId }: AssumeRoleCommand["input"]) => {
    const answer = ExternalId === role.externalId ? own : another;
    if (answer instanceof Error) throw answer;
    return answer;
  });
}
beforeEach(() => {
  sts.reset();
});

test("credentials are given for a role that only our external id opens", async () => {
  answers({ Credentials: keys }, denied);
  expect(await credentials()).toEqual({
    ...{ accessKeyId: "a", secretAccessKey: "b", sessionToken: "c", expiration: new Date(0) },
  });
  const { Expiration: _, ...lasting } = keys;
  answers({ Credentials: lasting }, denied);
  expect(await credentials()).toStrictEqual({ accessKeyId: "a", secretAccessKey: "b", sessionToken: "c" });
});

test("a role isn't used until it is known that another external id doesn't open it", async () => {
  answers({ Credentials: keys }, { Credentials: keys });
  await expect(credentials()).rejects.toMatchObject({ status: 403, reason: "ExternalIdNotRequired" });
  expect(await credentials(true), "unless its owner is trusted").toMatchObject({ accessKeyId: "a" });
  for (const unknown of [fault("Throttling", 400), fault("InternalFailure", 500), new Error("socket hang up")]) {
    answers({ Credentials: keys }, unknown);
    await expect(credentials()).rejects.toBe(unknown);
  }
});

test.each(["AccessKeyId", "SecretAccessKey", "SessionToken"])(
  "a response without %s has no credentials",
  async (name) => {
    answers({ Credentials: { ...keys, [name]: undefined } }, denied);
    await expect(credentials()).rejects.toMatchObject({
      ...{ status: 500, reason: "InvalidResponse", message: "AWS STS returned no credentials." },
    });
  },
);

test("only a refusal says that the role can't be assumed", async () => {
  answers(denied, denied);
  await expect(credentials()).rejects.toMatchObject({ status: 403, reason: "AccessDenied" });
  const outage = Object.assign(new Error("down"), { code: "ENOTFOUND" });
  answers(outage, denied);
  await expect(credentials()).rejects.toBe(outage);
});
