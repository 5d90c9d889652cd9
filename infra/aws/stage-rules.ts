import type { IKey } from "aws-cdk-lib/aws-kms";
import type { AlarmTopics } from "./alarm-topics.ts";

/** The settings shared by all resources of a stage. */
export type StageRules = {
  readonly stage: string;
  readonly topics: AlarmTopics;
  readonly keepData: boolean;
  /** Encrypts everything that contains data. AWS's own keys do if it is undefined. */
  readonly encryptionKey: IKey | undefined;
};
