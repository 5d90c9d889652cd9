import type { IKey } from "aws-cdk-lib/aws-kms";
import type { AlarmTopics } from "./alarm-topics.ts";

/** The settings shared by all resources of a stage. */
export type StageRules = {
  readonly stage: string;
  /** Receives the alarms. */
  readonly topics: AlarmTopics;
  readonly keepData: boolean;
  /** Encrypts everything that holds data; undefined: AWS's own keys do. */
  readonly encryptionKey: IKey | undefined;
};
