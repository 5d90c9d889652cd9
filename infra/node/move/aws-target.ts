import * as z from "zod";
import type { AwsEngine } from "../../../functions/runtime/aws/aws-engine.ts";
import { InvalidInputError } from "../../../shared/kernel/errors.ts";
import { type AwsCli, runAwsCli } from "../../aws/commands/aws-cli.ts";

const isFunction = "ResourceType=='AWS::Lambda::Function'";
const functionNames = z.array(z.string()).min(1);
const environment = z.record(z.string(), z.string());

/**
 * The engine of a stage on AWS, as the function of its API is given it: that one knows every table, every queue and the key.
 * Needs the AWS CLI, and credentials that may write the tables, send to the queues and encrypt with the key.
 */
export async function awsTarget(stage: string, aws: AwsCli = runAwsCli): Promise<AwsEngine> {
  // Loaded where it is needed: nobody else who starts this program waits for the SDK.
  const { createAwsEngine } = await import("../../../functions/runtime/aws/aws-engine.ts");
  const listed = await aws([
    ...["cloudformation", "list-stack-resources", "--stack-name", `Feedhook-${stage}-Api`, "--output", "json"],
    // Finds the function by its logical id, because constructs of the CDK bring functions of their own.
    ...[
      "--query",
      `StackResourceSummaries[?${isFunction} && starts_with(LogicalResourceId, 'Function')].PhysicalResourceId`,
    ],
  ]);
  const [name = ""] = functionNames.parse(JSON.parse(listed));
  const described = await aws([
    ...["lambda", "get-function-configuration", "--function-name", name, "--output", "json"],
    ...["--query", "Environment.Variables"],
  ]);
  const variables = environment.safeParse(JSON.parse(described));
  if (variables.success) return createAwsEngine(variables.data);
  throw new InvalidInputError("import", [
    { path: "stage", message: `${stage} has no API function with an environment` },
  ]);
}
