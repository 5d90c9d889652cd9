import { fileURLToPath } from "node:url";
import { Code } from "aws-cdk-lib/aws-lambda";
import type { NodejsFunctionProps } from "aws-cdk-lib/aws-lambda-nodejs";
import type { BundledName } from "../../aws/constructs/function-code.ts";

/** The package contains each bundle as functions/<name>/index.mjs. */
export function functionCode(name: BundledName): Partial<NodejsFunctionProps> {
  const folder = fileURLToPath(new URL(`../functions/${name}`, import.meta.url));
  return { code: Code.fromAsset(folder), handler: "index.handler" };
}
