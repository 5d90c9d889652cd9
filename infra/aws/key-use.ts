import { Aws } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey, Key } from "aws-cdk-lib/aws-kms";
import { type FunctionDeclaration } from "../../shared/kernel/function-topology.ts";
import { mirrorStream, queues } from "../../shared/kernel/topology.ts";

const reading = ["kms:Decrypt", "kms:DescribeKey"];
const writing = [
  "kms:Encrypt",
  "kms:GenerateDataKey",
  "kms:GenerateDataKeyWithoutPlaintext",
  "kms:ReEncryptFrom",
  "kms:ReEncryptTo",
];

/**
 * Returns what a function may do with the key that encrypts tables, queues and the bucket: only what these services do
 * on its behalf, so it can't open secrets with it.
 */
export function keyUseOf(declaration: FunctionDeclaration, key: IKey): PolicyStatement[] {
  const { name, tables, indexes = {}, sends } = declaration;
  const consumes = Object.values(queues).some(({ consumer }) => consumer === name);
  const reads = Object.keys(tables).length > 0 || Object.keys(indexes).length > 0;
  const writes = Object.values(tables).some((access) => access !== "read");
  return [
    ...(reads ? [through("dynamodb", writes ? [...reading, ...writing] : reading, key)] : []),
    ...(sends.length > 0 ? [through("sqs", ["kms:Decrypt", "kms:GenerateDataKey"], key)] : []),
    ...(consumes && sends.length === 0 ? [through("sqs", ["kms:Decrypt"], key)] : []),
    ...(name === mirrorStream.consumer ? [through("s3", ["kms:GenerateDataKey"], key)] : []),
  ];
}

function through(service: string, actions: readonly string[], key: IKey): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:ViaService": `${service}.${Aws.REGION}.amazonaws.com` } },
  });
}

const archiving = ["kms:DescribeKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];

/** Lets EventBridge write to encrypted queues, and CloudWatch to an encrypted topic. A key of yours needs the same. */
export function letServicesUse(key: Key): void {
  for (const service of ["events", "cloudwatch"]) {
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
        // EventBridge encrypts an archive's events again.
        actions: ["kms:Decrypt", "kms:GenerateDataKey", ...(service === "events" ? archiving : [])],
        resources: ["*"],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
  }
}
