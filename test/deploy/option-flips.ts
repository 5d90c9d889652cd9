import { CreateKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { deployStacks, type StageOptions } from "./deploy-stacks.ts";
import type { OperatorShell } from "./operator-shell.ts";
import { say } from "./progress.ts";

/**
 * Turns each option that moves something between stacks on and off again, with operators' commands. For `staticEgress`,
 * the emulator creates everything except NAT gateways, their addresses and the routes to them.
 */
export async function flipOptions(endpoint: string, stage: StageOptions, shell: OperatorShell): Promise<void> {
  const keyArn = await createKey(endpoint);
  await deployStacks(endpoint, stage, { gradualDeployments: false });
  say("the deployment that goes out while an alarm is in ALARM");
  // Each deployment turns one option on and the previous one off, because deployments take most of the time.
  const flips: readonly Flip[] = [
    { options: { alarmEmail: undefined, alarmTopicArn: "arn:aws:sns:us-east-1:000000000000:ops" } },
    { options: { keyArn, keepOwnKey: true } },
    { options: { encryptWithKey: true, formerKeyArns: [keyArn] } },
    { options: { canary: false } },
    {
      options: {
        ticketTopicArn: "arn:aws:sns:us-east-1:000000000000:tickets",
        // The dashboard reads outputs of other stacks, and the emulator ignores a change of outputs alone. Tags change
        // every other stack.
        tags: { owner: "integrations" },
        dashboard: true,
      },
    },
    {
      options: {
        firewall: true,
        domainName: "hooks.acme.test",
        certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1",
      },
    },
    { options: { staticEgress: true, deliveryWindowSeconds: 5 } },
    { options: { busName: "partner-changes", formerBusNames: ["feedhook-prod"] }, then: () => deleteEgress(shell) },
    {
      options: { busName: "partner-changes" },
      then: () => shell.run("aws events delete-event-bus --name feedhook-prod"),
    },
    // The address changes, too, because the emulator ignores a change of outputs alone.
    { options: { formerBusNames: ["partner-changes"], alarmEmail: "others@acme.test" } },
  ];
  for (const { options, then } of flips) {
    await deployStacks(endpoint, { ...stage, ...options });
    say(`deployed with ${Object.keys(options).join(", ")}`);
    await then?.();
  }
}

/** Options of one deployment in addition to the stage's, and what an operator does next. */
type Flip = {
  readonly options: { readonly [option: string]: unknown };
  readonly then?: () => Promise<unknown>;
};

/** The network remains when its option goes, because functions leave it in the same deployment. */
async function deleteEgress(shell: OperatorShell): Promise<void> {
  const name = "Feedhook-prod-Egress";
  await shell.run(
    `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`,
  );
  await shell.run(`aws cloudformation delete-stack --stack-name ${name}`);
  await shell.run(`aws cloudformation wait stack-delete-complete --stack-name ${name}`);
  const left = await shell.run(
    "aws ec2 describe-vpcs --filters Name=is-default,Values=false --query 'Vpcs[].VpcId' --output text",
  );
  if (left.trim() !== "") throw new Error(`the network is still there: ${left}`);
  say("the network is gone");
}

async function createKey(endpoint: string): Promise<string> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new KMSClient({ endpoint, region: "us-east-1", credentials });
  try {
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}));
    if (KeyMetadata?.Arn === undefined) throw new Error("the emulator made no key");
    return KeyMetadata.Arn;
  } finally {
    client.destroy();
  }
}
