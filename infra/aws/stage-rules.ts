import type { IKey } from "aws-cdk-lib/aws-kms";
import type { ITopic } from "aws-cdk-lib/aws-sns";

/** What the resources of a stage have in common. */
export type StageRules = {
  readonly stage: string;
  /** Hears the alarms. */
  readonly topic: ITopic;
  readonly keepData: boolean;
  /** Encrypts what holds data; undefined: AWS's own keys do. */
  readonly encryptionKey: IKey | undefined;
};
