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
  const flips: readonly { readonly [option: string]: unknown }[] = [
    { alarmTopicArn: "arn:aws:sns:us-east-1:000000000000:ops" },
    { keyArn, keepOwnKey: true },
    { encryptWithKey: true },
    { canary: false },
    {
      ticketTopicArn: "arn:aws:sns:us-east-1:000000000000:tickets",
      // The dashboard reads outputs of other stacks, and the emulator ignores a change of outputs alone. Tags change
      // every other stack.
      tags: { owner: "integrations" },
      dashboard: true,
    },
    {
      firewall: true,
      domainName: "hooks.acme.test",
      certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1",
      gradualDeployments: true,
    },
    { staticEgress: true, deliveryWindowSeconds: 5 },
    { busName: "partner-changes", formerBusNames: ["feedhook-emulator"] },
  ];
  // Each deployment turns one option on and the previous one off, because deployments take most of the time.
  let off: StageOptions = stage;
  for (const [at, options] of flips.entries()) {
    const names = Object.keys(options).join(", ");
    await deployStacks(endpoint, { ...off, ...options });
    say(`on: ${names}`);
    if (options["gradualDeployments"] === true) {
      const beside = ["-c", "gradualDeployments=false"];
      await deployStacks(endpoint, { ...off, ...options }, beside);
      say("the deployment that goes out while an alarm is in ALARM");
    }
    if (flips[at - 1]?.["staticEgress"] !== undefined) await deleteEgress(shell);
    off = { ...stage, ...after(options) };
  }
  await deployStacks(endpoint, off);
  say("all off again");
}

/** The network remains when its option goes, because functions leave it in the same deployment. */
async function deleteEgress(shell: OperatorShell): Promise<void> {
  const name = "Feedhook-emulator-Egress";
  await shell.run(`aws cloudformation delete-stack --stack-name ${name}`);
  await shell.run(`aws cloudformation wait stack-delete-complete --stack-name ${name}`);
  const left = await shell.run(
    "aws ec2 describe-vpcs --filters Name=is-default,Values=false --query 'Vpcs[].VpcId' --output text",
  );
  if (left.trim() !== "") throw new Error(`the network is still there: ${left}`);
  say("the network is gone");
}

/** What remains in the file when the option goes: former keys and buses are named until nothing needs them. */
function after({ keyArn, busName }: { readonly [option: string]: unknown }): { readonly [option: string]: unknown } {
  if (keyArn !== undefined) return { formerKeyArns: [keyArn] };
  // The file also has a subscription to the topic, because the emulator ignores a change of outputs alone.
  return busName === undefined ? {} : { formerBusNames: [busName], alarmEmail: "ops@acme.test" };
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
