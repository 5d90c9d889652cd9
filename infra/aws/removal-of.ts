import { RemovalPolicy } from "aws-cdk-lib";

/**
 * Decides what happens to a resource that holds data when it leaves its stack. A resource whose creation is rolled back
 * is always removed: it is empty, and queues have fixed names, so a queue that stays would stop the next attempt.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
