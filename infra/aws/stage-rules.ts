import { RemovalPolicy } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { type LogGroupProps, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";

/** How soon an operator has to act: `page` immediately, `ticket` on the next working day. */
export type Severity = "page" | "ticket";

/** The topics that receive alarms of each severity; one topic may receive the alarms of both. */
export type AlarmTopics = { readonly [severity in Severity]: ITopic };

/** The settings shared by all resources of a stage. */
export type StageRules = {
  readonly stage: string;
  readonly topics: AlarmTopics;
  readonly keepData: boolean;
  /** The key that encrypts everything that contains data; AWS's own keys if undefined. */
  readonly encryptionKey: IKey | undefined;
};

/**
 * Whether a resource with data is kept when it is removed from its stack. A resource whose creation is rolled back is
 * always removed, because it is empty. A remaining queue would block the next attempt, because its name is fixed.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/**
 * Encrypts a queue with the given key, or with SQS's own key if none is given. EventBridge can't write to a queue with
 * `KMS_MANAGED`.
 */
export function queueEncryption(key: IKey | undefined): Pick<QueueProps, "encryption" | "encryptionMasterKey"> {
  if (key === undefined) return { encryption: QueueEncryption.SQS_MANAGED };
  return { encryption: QueueEncryption.KMS, encryptionMasterKey: key };
}

/** Every log group keeps its lines for two weeks, and is deleted with its stack. */
export const logRules = {
  retention: RetentionDays.TWO_WEEKS,
  removalPolicy: RemovalPolicy.DESTROY,
} satisfies LogGroupProps;
