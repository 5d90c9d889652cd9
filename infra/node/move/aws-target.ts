import type { AwsEngine } from "../../../functions/runtime/aws/aws-engine.ts";
import { InvalidInputError, messageOf } from "../../../shared/kernel/errors.ts";

/**
 * The engine of a stage on AWS. It is configured like the API's function, because that function knows every table,
 * every queue and the key. It needs credentials that may list functions, write to the tables, send to the queues and
 * encrypt with the key. Throws InvalidInputError if it doesn't find the stage.
 */
export async function awsTarget(stage: string): Promise<AwsEngine> {
  // The engine is imported here, so that only this command loads the SDK.
  const { createAwsEngine } = await import("../../../functions/runtime/aws/aws-engine.ts");
  const { clientOptions, functionOf } = await import("../../aws/commands/deployed-stage.ts");
  const refuse = (message: string) => new InvalidInputError("import", [{ path: "stage", message }]);
  const found = await functionOf(stage, "api").catch((error: unknown) => {
    throw refuse(messageOf(error));
  });
  if (found === undefined) throw refuse(`there is no stage ${stage} in this account and region`);
  // This variable is set when an emulator replaces AWS. The SDK and the functions read the same variable.
  const { AWS_ENDPOINT_URL } = process.env;
  const emulator = AWS_ENDPOINT_URL === undefined ? {} : { AWS_ENDPOINT_URL };
  return createAwsEngine({ ...found.Environment?.Variables, ...emulator }, clientOptions());
}
