import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { parseJson } from "../../shared/kernel/parse.ts";
import { bundlePortal } from "../portal/build-portal.ts";
import { bundleFunctions, bundleModules, bundlePrograms, oldestNode } from "./bundle.ts";
import { writeDeclarations } from "./declarations.ts";
import { buildPythonReceiver } from "./python-package.ts";
import { type Installed, installedComponents, packagesOf, sbomOf } from "./sbom.ts";

/** The command `feedhook`, the programs that it starts (infra/cli/installation.ts), and its background thread. */
const programs = {
  cli: "infra/cli/main.ts",
  start: "infra/node/start.ts",
  "data-command": "infra/node/data-command.ts",
  redrive: "infra/aws/commands/redrive.ts",
  "background-thread": "infra/node/background/background-main.ts",
};

const repository = fileURLToPath(new URL("../../", import.meta.url));

const versions = z.record(z.string(), z.string());
const repositoryPackage = z.object({
  version: z.string(),
  license: z.string(),
  exports: z.record(z.templateLiteral(["./", z.string()]), z.templateLiteral(["./", z.string()])),
  dependencies: versions,
});
const own = parseJson(repositoryPackage, readFileSync(`${repository}package.json`, "utf8"), "package.json");
const versionOf = (name: string) => {
  const version = own.dependencies[name];
  if (version === undefined) throw new Error(`${name} isn't a dependency of the repository`);
  return version;
};

const common = {
  version: own.version,
  license: own.license,
  type: "module",
  sideEffects: false,
};
/** An entry of `exports`. The paths of types are the sources' paths in the repository. */
const exported = (name: string, source: string) => ({
  types: `./types/${source.replace(/\.ts$/, ".d.ts")}`,
  default: `./lib/${name}.js`,
});

/** Builds the command, the bridge for one machine, and the CDK constructs of the bridge on AWS. */
async function buildFeedhook(folder: string, installed: Installed): Promise<void> {
  // The package exports the same modules as the repository.
  const modules = Object.fromEntries(
    Object.entries(own.exports).map(([path, file]) => [path.slice("./".length), file.slice("./".length)]),
  );
  const dependencies = { "openapi-fetch": versionOf("openapi-fetch"), zod: versionOf("zod") };
  // A CDK app already has these packages, and a bridge on one machine doesn't need them.
  const peers = ["aws-cdk-lib", "constructs"];
  const programInputs = await bundlePrograms({ ...programs, ...modules }, join(folder, "lib"), [
    ...Object.keys(dependencies),
    ...peers.flatMap((name) => [name, `${name}/*`]),
  ]);
  const functionNames = [...Object.values(functions).map(({ name }) => name), "version-check"];
  const functionInputs = await bundleFunctions(functionNames, join(folder, "functions"));
  const { portal, inputs: portalInputs } = await bundlePortal();
  writeFileSync(join(folder, "functions/api/portal.json"), JSON.stringify(portal));
  writeDeclarations(Object.values(modules), join(folder, "types"));
  mkdirSync(join(folder, "bin"));
  cpSync(`${repository}infra/packages/in-package/feedhook.mjs`, join(folder, "bin/feedhook.mjs"));
  const content = {
    name: "feedhook",
    description: "A bridge that turns a partner platform that can only be polled into one that pushes.",
    ...common,
    engines: { node: `>=${oldestNode}` },
    bin: { feedhook: "bin/feedhook.mjs" },
    exports: Object.fromEntries(Object.entries(modules).map(([name, file]) => [`./${name}`, exported(name, file)])),
    dependencies,
    peerDependencies: Object.fromEntries(
      peers.map((name) => [name, `>=${versionOf(name)} <${name === "constructs" ? "11" : "3"}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  };
  const inputs = [...programInputs, ...functionInputs, ...portalInputs];
  completePackage(folder, "infra/packages/readme-feedhook.md", content, sbomOf(content, packagesOf(inputs), installed));
}

export const receiverModules: Readonly<Record<string, string>> = Object.fromEntries(
  ["receiver", "fetch", "express", "fastify", "lambda-url", "bus"].map((name) => [name, `infra/receiver/${name}.ts`]),
);

async function buildReceiver(folder: string, installed: Installed): Promise<void> {
  const inputs = await bundleModules(receiverModules, join(folder, "lib"), ["standardwebhooks"]);
  writeDeclarations(Object.values(receiverModules), join(folder, "types"));
  const content = {
    name: "@feedhook/receiver",
    description: "Receives Feedhook's webhooks and bus events: verifies and parses them, and handles each event once.",
    ...common,
    exports: Object.fromEntries(
      Object.entries(receiverModules).map(([name, file]) => [
        name === "receiver" ? "." : `./${name}`,
        exported(name, file),
      ]),
    ),
    dependencies: { standardwebhooks: versionOf("standardwebhooks") },
  };
  completePackage(folder, "infra/receiver/README.md", content, sbomOf(content, packagesOf(inputs), installed));
}

function completePackage(folder: string, readme: string, content: object, sbom: string): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
  writeFileSync(join(folder, "sbom.cdx.json"), sbom);
  cpSync(`${repository}${readme}`, join(folder, "README.md"));
  cpSync(`${repository}LICENSE`, join(folder, "LICENSE"));
}

/**
 * Builds the packages, each with its SBOM: `<outdir>/feedhook` and `<outdir>/receiver`, ready for `npm pack`, and the
 * wheel and source distribution in `<outdir>/receiver-python`. Publishes nothing.
 */
export async function buildPackages(outdir: string): Promise<void> {
  const [feedhook, receiver] = [join(outdir, "feedhook"), join(outdir, "receiver")];
  const python = join(outdir, "receiver-python");
  for (const folder of [feedhook, receiver, python]) rmSync(folder, { recursive: true, force: true });
  const installed = installedComponents();
  await buildFeedhook(feedhook, installed);
  await buildReceiver(receiver, installed);
  buildPythonReceiver(python, own.version, installed);
}

// npm run build
if (import.meta.main) await buildPackages(`${repository}dist`);
