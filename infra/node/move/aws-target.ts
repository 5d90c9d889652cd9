import type { AwsEngine } from "../../../functions/runtime/aws/aws-engine.ts";
import { InvalidInputError, messageOf } from "../../../shared/kernel/errors.ts";

/**
 * The engine of a stage on AWS, configured like the API's function, which knows every table, every queue and the key.
 * The caller's AWS credentials must allow listing functions, reading and writing tables, sending to queues, and
 * encrypting with the key. Throws {@link InvalidInputError} if there is no such stage.
 */
export async function awsTarget(stage: string): Promise<AwsEngine> {
  // Imported here, so that only this command loads the SDK.
  const { createAwsEngine } = await import("../../../functions/runtime/aws/aws-engine.ts");
  const { clientOptions, functionOf } = await import("../../aws/commands/deployed-stage.ts");
  const refuse = (message: string) => new InvalidInputError("import", [{ path: "stage", message }]);
  const found = await functionOf(stage, "api").catch((error: unknown) => {
    throw refuse(messageOf(error));
  });
  if (found === undefined) throw refuse(`there is no stage ${stage} in this account and region`);
  // Set when an emulator replaces AWS. The SDK and the functions read the same variable.
  const { AWS_ENDPOINT_URL } = process.env;
  const emulator = AWS_ENDPOINT_URL === undefined ? {} : { AWS_ENDPOINT_URL };
  return createAwsEngine({ ...found.Environment?.Variables, ...emulator }, clientOptions());
}
