import { RemovalPolicy } from "aws-cdk-lib";

/**
 * What becomes of a resource that holds data when it leaves its stack. One whose very creation is rolled back goes all
 * the same: it is empty, and queues have fixed names, so that what is left of them would stop the next attempt.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
