import { RemovalPolicy } from "aws-cdk-lib";

/**
 * Decides what becomes of a resource that holds data when it leaves its stack. A resource whose very creation is rolled back
 * goes all the same: it is empty, and queues have fixed names, so a queue that is left would stop the next attempt.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
