import { Aws } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { type FunctionDeclaration } from "../../shared/kernel/function-topology.ts";
import { mirrorStream, queues } from "../../shared/kernel/topology.ts";
import { ofThisAccount, permission } from "./permission.ts";

const reading = ["kms:Decrypt", "kms:DescribeKey"];
const writing = [
  "kms:Encrypt",
  "kms:GenerateDataKey",
  "kms:GenerateDataKeyWithoutPlaintext",
  "kms:ReEncryptFrom",
  "kms:ReEncryptTo",
];

/**
 * Permissions for keys that encrypt tables, queues and the bucket of failed records. They apply only when these
 * services use the keys on the function's behalf, so the function can't open secrets with them.
 */
export function keyUseOf(declaration: FunctionDeclaration, keys: readonly string[]): PolicyStatement[] {
  const { name, tables, indexes = {}, sends } = declaration;
  const consumes = Object.values(queues).some(({ consumer }) => consumer === name);
  const reads = Object.keys(tables).length > 0 || Object.keys(indexes).length > 0;
  const writes = Object.values(tables).some((access) => access !== "read");
  return [
    ...(reads ? [through("dynamodb", writes ? [...reading, ...writing] : reading, keys)] : []),
    ...(sends.length > 0 ? [through("sqs", ["kms:Decrypt", "kms:GenerateDataKey"], keys)] : []),
    ...(consumes && sends.length === 0 ? [through("sqs", ["kms:Decrypt"], keys)] : []),
    ...(name === mirrorStream.consumer ? [through("s3", ["kms:GenerateDataKey"], keys)] : []),
  ];
}

function through(service: string, actions: readonly string[], keys: readonly string[]): PolicyStatement {
  return permission(actions, keys, { StringEquals: { "kms:ViaService": `${service}.${Aws.REGION}.amazonaws.com` } });
}

const archiving = ["kms:DescribeKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];

/**
 * Lets EventBridge write to encrypted queues, and CloudWatch to an encrypted topic. Your own key needs the same
 * statements. The generated key always has them, because queues stay encrypted with it until a deployment that turns
 * encryption off has reached them.
 */
export function letServicesUse(key: Key): void {
  for (const service of ["events", "cloudwatch"]) {
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
        // EventBridge re-encrypts the events of an archive.
        actions: ["kms:Decrypt", "kms:GenerateDataKey", ...(service === "events" ? archiving : [])],
        resources: ["*"],
        conditions: ofThisAccount,
      }),
    );
  }
}
