import { fileURLToPath } from "node:url";
import { type NodejsFunctionProps, OutputFormat, SourceMapMode } from "aws-cdk-lib/aws-lambda-nodejs";
import type { FunctionName } from "../../../shared/kernel/topology.ts";

export type BundledName = FunctionName | "version-check";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Builds the portal into the bundle of the function that serves it. Moves the source map out of every bundle, because
 * the map is larger than the code and only `npm run stack` reads it.
 */
const hooksOf = (name: BundledName) => ({
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (_: string, output: string) => [
    `"${process.execPath}" "${repository}infra/aws/keep-source-map.ts" "${output}" ${name}`,
    ...(name === "api"
      ? [`"${process.execPath}" "${repository}infra/portal/write-assets.ts" "${output}/portal.json"`]
      : []),
  ],
});

/**
 * The package `feedhook` contains finished bundles, so infra/packages/in-package/function-code.ts replaces this file
 * there.
 */
export function functionCode(name: BundledName): Partial<NodejsFunctionProps> {
  return {
    entry: `${repository}functions/${name}.ts`,
    projectRoot: repository,
    depsLockFilePath: `${repository}package-lock.json`,
    bundling: {
      format: OutputFormat.ESM,
      target: "node24",
      minify: true,
      // Errors are logged under the names of their classes.
      keepNames: true,
      sourceMap: true,
      sourceMapMode: SourceMapMode.EXTERNAL,
      sourcesContent: false,
      mainFields: ["module", "main"],
      // The runtime's own SDK changes without notice; the bundled one is the tested version.
      bundleAwsSDK: true,
      commandHooks: hooksOf(name),
      // undici requires node: modules at run time, and an ES module has no `require`.
      banner: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
  };
}
