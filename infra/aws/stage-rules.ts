import { RemovalPolicy } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { type LogGroupProps, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";

/** An operator has to act immediately (`page`) or on the next working day (`ticket`). */
export type Severity = "page" | "ticket";

export type AlarmTopics = { readonly [severity in Severity]: ITopic };

export type StageRules = {
  readonly stage: string;
  readonly topics: AlarmTopics;
  readonly keepData: boolean;
  /** Undefined if AWS's own keys encrypt the data. */
  readonly encryptionKey: IKey | undefined;
};

/**
 * A resource whose creation is rolled back is always removed, because it is empty. A remaining queue would block the
 * next attempt, because its name is fixed.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** EventBridge can't write to a queue with `KMS_MANAGED`. */
export function queueRules({ encryptionKey, keepData }: StageRules): QueueProps {
  const rules = { enforceSSL: true, removalPolicy: removalOf(keepData) };
  if (encryptionKey === undefined) return { ...rules, encryption: QueueEncryption.SQS_MANAGED };
  return { ...rules, encryption: QueueEncryption.KMS, encryptionMasterKey: encryptionKey };
}

export const logRules = {
  retention: RetentionDays.TWO_WEEKS,
  removalPolicy: RemovalPolicy.DESTROY,
} satisfies LogGroupProps;
