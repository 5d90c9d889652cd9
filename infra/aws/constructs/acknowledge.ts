import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Accepts one finding of the security rules on one resource, with the reason. */
export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}
