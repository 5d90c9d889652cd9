import { RemovalPolicy } from "aws-cdk-lib";

/**
 * What happens to a resource with data when it leaves its stack. A resource whose creation is rolled back is always
 * removed, because it is empty. A queue that stayed would block the next attempt with its fixed name.
 */
export function removalOf(keepData: boolean): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
