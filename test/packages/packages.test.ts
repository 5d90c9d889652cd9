import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functions } from "../../shared/kernel/function-topology.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { Consumer, installPackages, packPackages } from "./consumer.ts";

const packed = folderOfFile();
const installed = folderOfFile();
beforeAll(async () => {
  await installPackages(installed, await packPackages(packed));
});

type Sbom = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly ({ readonly [key: string]: unknown } & {
    readonly "bom-ref": string;
    readonly name: string;
  })[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

test("each package lists its contents in CycloneDX: what it bundles, and what npm installs with it", () => {
  const sbomOf = (name: string) => JSON.parse(readFileSync(join(packed, `dist/${name}/sbom.cdx.json`), "utf8")) as Sbom;
  const all = { feedhook: sbomOf("feedhook"), receiver: sbomOf("receiver") };
  for (const { bomFormat, specVersion, metadata, components, dependencies } of Object.values(all)) {
    expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.5"]);
    for (const component of components) {
      expect(component).toMatchObject({
        ...{ type: "library", version: expect.any(String), purl: expect.stringMatching(/^pkg:npm\/.+@/) },
        ...{ hashes: [{ alg: "SHA-512" }], licenses: [expect.anything()] },
      });
    }
    const refs = [metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])];
    expect(new Set(refs).size).toBe(refs.length);
    expect(dependencies.map(({ ref }) => ref)).toEqual(refs);
    for (const { dependsOn } of dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  }
  const names = all.feedhook.components.map(({ name }) => name);
  // For the command, the functions, the portal, and what npm installs.
  const parts = [
    ...["commander", "@modelcontextprotocol/server", "undici", "@aws-sdk/client-dynamodb", "nodemailer"],
    ...["preact", "uplot", "openapi-fetch", "zod"],
  ];
  expect(names).toEqual(expect.arrayContaining(parts));
  // Without tools and peers.
  for (const name of ["esbuild", "vitest", "aws-cdk-lib", "typescript"]) expect(names).not.toContain(name);
  expect(all.receiver.components.map(({ name }) => name)).toEqual([
    "@stablelib/base64",
    "fast-sha256",
    "standardwebhooks",
  ]);
});

/** Pages whose TypeScript samples are whole programs. */
const samplePages = ["docs/packages.md", "infra/packages/readme-feedhook.md"];

/** Writes each sample of a page into a separate file, and returns the names. */
function writeSamples(page: string, folder: string): string[] {
  const samples = [...readFileSync(page, "utf8").matchAll(/^```ts\n([^]*?)^```$/gm)];
  return samples.map(([, sample = ""], at) => {
    const name = `${page.replaceAll(/\W/g, "-")}-${at + 1}.ts`;
    writeFileSync(join(folder, name), sample);
    return name;
  });
}

/** The single-machine part stays small to install. */
const megabytes = 60;

describe.each(["22.23.3", "24.21.0"])("the packages, installed into an empty folder with Node %s", (version) => {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await Consumer.with(version, installed);
  });
  afterAll(() => {
    consumer.remove();
  });

  test("run on it, and take less than 60 MB", async () => {
    expect(await consumer.run("node", "--version")).toBe(`v${version}\n`);
    process.stdout.write(`installed ${Math.round(consumer.installed / 1e6)} MB of ${megabytes}\n`);
    expect(consumer.installed).toBeLessThan(megabytes * 1e6);
    expect(existsSync(join(consumer.folder, "node_modules/aws-cdk-lib"))).toBe(false);
  });

  test("include a bridge whose webhooks a packaged receiver accepts, with no other output", async () => {
    const bridge = consumer.start("npx", ["feedhook", "start", "--port", "0"]);
    const [, url = ""] = await bridge.prints(/^API +(http:\S+)\/v1$/m);
    const [, key = ""] = await bridge.prints(/^Operator key +(\S+)$/m);
    await bridge.prints(/^✓ \w+\.\w+/m);
    expect(bridge.output).not.toMatch(/warning/i);
    consumer.copy("receiver.mjs");
    const receiver = consumer.start("node", ["receiver.mjs"], { BRIDGE: url, KEY: key });
    await receiver.prints(/^subscribed$/m);
    await receiver.prints(/^handled person\.\w+ evt_\w+$/m);
    expect(receiver.output).not.toContain("failed");

    const portal = await fetch(`${url}/portal`);
    expect([portal.status, await portal.text()]).toEqual([200, expect.stringContaining("/portal/assets/portal-")]);
    const env = { FEEDHOOK_URL: url, FEEDHOOK_KEY: key };
    const subscriptions = consumer.start("npx", ["feedhook", "--json", "subscriptions", "list"], env);
    await subscriptions.prints(/"person\.\*"/);
    const bin = join(consumer.folder, "node_modules/.bin");
    const PATH = `${bin}${delimiter}${process.env["PATH"] ?? ""}`;
    const agent = new Client({ name: "agent", version: "1.0.0" });
    await agent.connect(
      new StdioClientTransport({ command: join(bin, "feedhook"), args: ["mcp"], env: { ...env, PATH } }),
    );
    expect(await agent.callTool({ name: "whoami", arguments: {} })).toMatchObject({
      structuredContent: { operator: true },
    });
    await agent.close();
    await bridge.interrupt();
    expect(bridge.output).toContain("Stopped.");
  });

  test("include the bridge as a construct for another app", async () => {
    consumer.borrow("aws-cdk-lib", "constructs");
    consumer.copy("app.mjs");
    await consumer.run("node", "app.mjs");
    const out = join(consumer.folder, "cdk.out");
    const stacks = readdirSync(out).filter((name) => name.endsWith(".template.json"));
    expect(stacks).toHaveLength(6);
    // As in our own app, only exports for the team's stack exist, because another stack would hold on to the others.
    const own = stacks.filter((name) => !name.startsWith("CrmSync"));
    for (const name of own) expect(readFileSync(join(out, name), "utf8"), name).not.toContain("Fn::ImportValue");
    const bundles = readdirSync(out).filter((name) => existsSync(join(out, name, "index.mjs")));
    // The version check also has a bundle.
    expect(bundles).toHaveLength(Object.keys(functions).length + 1);
    expect(bundles.filter((name) => existsSync(join(out, name, "portal.json")))).toHaveLength(1);
  });

  test("name a wrong option of the construct in a short error", async () => {
    consumer.borrow("aws-cdk-lib", "constructs");
    consumer.copy("wrong-option.mjs");
    const app = consumer.start("node", ["wrong-option.mjs"]);
    await app.prints(/Node\.js v[\d.]+\n$/);
    await app.ended;
    expect(app.output).toMatch(/^ {2}partnerUrl: must be an address such as /m);
    // Node prints the source line that throws, which is the whole chunk in minified code.
    expect(app.output.length).toBeLessThan(2000);
  });

  // They are the same in every Node version.
  const isNewest = version.startsWith("24");
  if (!isNewest) return;
  test("have types that report mistakes", async () => {
    consumer.borrow("@types", "undici-types", "express", "fastify", "aws-cdk-lib", "constructs");
    consumer.copy("consumer.ts");
    const compilerOptions = {
      ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
      ...{ target: "es2024", module: "nodenext", moduleDetection: "force", types: ["node"] },
    };
    const files = ["consumer.ts", ...samplePages.flatMap((page) => writeSamples(page, consumer.folder))];
    expect(files.length).toBeGreaterThan(4);
    writeFileSync(join(consumer.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const typed = consumer.start("node", [resolve("node_modules/typescript/bin/tsc"), "-p", "."]);
    await typed.ended;
    expect(typed.output).toBe("");
  });
});
