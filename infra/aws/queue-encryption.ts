import type { IKey } from "aws-cdk-lib/aws-kms";
import { QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";

/**
 * Encrypts a queue with the given key, or with SQS's own if there is none. EventBridge can't write to a queue with
 * `KMS_MANAGED`.
 */
export function queueEncryption(key: IKey | undefined): Pick<QueueProps, "encryption" | "encryptionMasterKey"> {
  if (key === undefined) return { encryption: QueueEncryption.SQS_MANAGED };
  return { encryption: QueueEncryption.KMS, encryptionMasterKey: key };
}
