import { join } from "node:path";
import { createFeedhookApp } from "../../../infra/aws/app.ts";
import { readOptions } from "../../../infra/aws/read-options.ts";
import { Deployment, productionContext } from "./deployment.ts";

const context = { ...productionContext, "aws:cdk:enable-path-metadata": true, "aws:cdk:asset-metadata": true };

/** Bundles every function into a folder like a deployment, and returns each one's file by name. */
export function bundlesOf(outdir: string): { readonly [functionName: string]: string } {
  const deployment = new Deployment(createFeedhookApp({ analyticsReporting: false, outdir, context }, readOptions));
  return Object.fromEntries(
    deployment.of("AWS::Lambda::Function").map(({ path, properties }) => {
      const own = path.startsWith("Api/") ? "api" : path.split("/").at(-2)!.toLowerCase();
      const name = path.includes("/Deployments/Check/") ? "version-check" : own;
      return [name, join(outdir, `asset.${properties.Code.S3Key.replace(".zip", "")}`, "index.mjs")];
    }),
  );
}
