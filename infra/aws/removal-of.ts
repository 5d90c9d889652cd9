import { RemovalPolicy } from "aws-cdk-lib";

/** What becomes of a resource that holds data when it leaves its stack. */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}
