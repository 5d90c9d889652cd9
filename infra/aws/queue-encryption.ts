import type { IKey } from "aws-cdk-lib/aws-kms";
import { QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";

/** By the given key, or by SQS's own where there is none. `KMS_MANAGED` is no choice: EventBridge can't write to that. */
export function queueEncryption(key: IKey | undefined): Pick<QueueProps, "encryption" | "encryptionMasterKey"> {
  if (key === undefined) return { encryption: QueueEncryption.SQS_MANAGED };
  return { encryption: QueueEncryption.KMS, encryptionMasterKey: key };
}
