import { SQSClient } from "@aws-sdk/client-sqs";
import { onTestFinished, vi } from "vitest";

/** A request's input. Each fake reads only the fields that its command has. */
// oxlint-disable-next-line typescript/no-explicit-any -- the commands of all services have nothing in common
export type AwsInput = { readonly [field: string]: any };

type Command = { readonly input: AwsInput };

/**
 * Responds to the requests of all SDK clients until the test ends. `respond` gets the command, such as `DescribeTable`,
 * and its input.
 */
export function fakeAws(respond: (command: string, input: AwsInput) => unknown): void {
  const base = Object.getPrototypeOf(SQSClient.prototype) as { send(command: Command): Promise<unknown> };
  const spy = vi
    .spyOn(base, "send")
    .mockImplementation(async (command) => respond(command.constructor.name.replace(/Command$/, ""), command.input));
  onTestFinished(() => {
    spy.mockRestore();
  });
}

/** The response of CloudFormation for a stack with these outputs. */
export const stackWith = (outputs: { readonly [name: string]: string }) => ({
  Stacks: [{ Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }],
});
