import * as z from "zod";
import type { AwsEngine } from "../../../functions/runtime/aws/aws-engine.ts";
import { InvalidInputError } from "../../../shared/kernel/errors.ts";
import { type AwsCli, reasonOf, runAwsCli } from "../../aws/commands/aws-cli.ts";

const isFunction = "ResourceType=='AWS::Lambda::Function'";
const functionNames = z.tuple([z.string()], z.string());
const configured = z.object({ arn: z.string(), variables: z.record(z.string(), z.string()) });

/**
 * The engine of a stage on AWS, configured as for the API's function, which knows every table, every queue and the key.
 * It needs the AWS CLI, and credentials that may write to the tables, send to the queues and encrypt with the key.
 * Throws InvalidInputError with the CLI's message if it doesn't find the stage.
 */
export async function awsTarget(stage: string, aws: AwsCli = runAwsCli): Promise<AwsEngine> {
  // Imported here, so that only this command loads the SDK.
  const { createAwsEngine } = await import("../../../functions/runtime/aws/aws-engine.ts");
  const ask = async (...args: readonly string[]): Promise<unknown> => {
    try {
      return JSON.parse(await aws([...args, "--output", "json"]));
    } catch (error) {
      throw new InvalidInputError("import", [{ path: "stage", message: reasonOf(error) }]);
    }
  };
  const named = `${isFunction} && starts_with(LogicalResourceId, 'Function')`;
  const [name] = functionNames.parse(
    await ask(
      ...["cloudformation", "list-stack-resources", "--stack-name", `Feedhook-${stage}-Api`],
      // The logical id identifies the function, because CDK constructs add other functions.
      ...["--query", `StackResourceSummaries[?${named}].PhysicalResourceId`],
    ),
  );
  const { arn, variables } = configured.parse(
    await ask(
      ...["lambda", "get-function-configuration", "--function-name", name],
      ...["--query", "{arn: FunctionArn, variables: Environment.Variables}"],
    ),
  );
  // The AWS CLI finds its region in more places than the SDK does. The stage's own region is always right.
  const region = arn.split(":")[3];
  // Set when an emulator replaces AWS. It is the same for the CLI, the SDK and the functions.
  const { AWS_ENDPOINT_URL } = process.env;
  const emulator = AWS_ENDPOINT_URL === undefined ? {} : { AWS_ENDPOINT_URL };
  return createAwsEngine({ ...variables, ...emulator }, region === undefined ? {} : { region });
}
