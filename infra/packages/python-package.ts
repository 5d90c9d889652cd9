import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import * as z from "zod";
import { type Files, sdistOf, wheelOf } from "./python-archives.ts";
import { type Installed, sbomOf } from "./sbom.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const sources = `${repository}infra/receiver-python/`;

const settings = z.object({
  project: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    "requires-python": z.string(),
    license: z.string(),
    // The metadata below lists no dependencies.
    dependencies: z.tuple([]),
    "optional-dependencies": z.record(z.string(), z.array(z.string())),
  }),
});

/**
 * Builds a wheel and a source distribution, which contain only the sources and fixed text files. So this function needs
 * neither Python nor a network.
 */
export function buildPythonReceiver(folder: string, version: string, installed: Installed): void {
  const { project } = settings.parse(parse(readFileSync(`${sources}pyproject.toml`, "utf8")));
  if (project.version !== version) {
    throw new Error(`infra/receiver-python/pyproject.toml has version ${project.version}; package.json has ${version}`);
  }
  const described = { ...project, dependencies: {}, registry: "pypi" };
  const module = project.name.replaceAll("-", "_");
  const full = `${module}-${version}`;
  const metadata = Buffer.from(metadataOf(project));
  const licence = readFileSync(`${repository}LICENSE`);
  const sbom = Buffer.from(sbomOf(described, new Set(), installed));
  const modules = globSync(`${module}/{*.py,py.typed}`, { cwd: sources }).sort();
  const code = modules.map((path) => [path, readFileSync(`${sources}${path}`)] as const);

  const distInfo = `${full}.dist-info`;
  const wheel: Files = new Map([
    ...code,
    [`${distInfo}/METADATA`, metadata],
    [`${distInfo}/WHEEL`, Buffer.from(wheelText)],
    [`${distInfo}/licenses/LICENSE`, licence],
    [`${distInfo}/sboms/sbom.cdx.json`, sbom],
  ]);
  const others = ["pyproject.toml", "README.md"].map((path) => [path, readFileSync(`${sources}${path}`)] as const);
  const sdist = [...code, ...others, ["LICENSE", licence] as const, ["PKG-INFO", metadata] as const];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${full}-py3-none-any.whl`), wheelOf(wheel, distInfo));
  const inFolder: Files = new Map(sdist.map(([path, bytes]) => [`${full}/${path}`, bytes]));
  writeFileSync(join(folder, `${full}.tar.gz`), sdistOf(inFolder));
  writeFileSync(join(folder, "sbom.cdx.json"), sbom);
}

const wheelText = "Wheel-Version: 1.0\nGenerator: feedhook\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

/** Core metadata (https://packaging.python.org/specifications/core-metadata). */
function metadataOf(project: z.infer<typeof settings>["project"]): string {
  const fields = [
    ["Metadata-Version", "2.4"],
    ["Name", project.name],
    ["Version", project.version],
    ["Summary", project.description],
    ["License-Expression", project.license],
    ["License-File", "LICENSE"],
    ["Requires-Python", project["requires-python"]],
    ["Description-Content-Type", "text/markdown"],
  ];
  const extras = Object.entries(project["optional-dependencies"]).flatMap(([extra, required]) => [
    ["Provides-Extra", extra],
    ...required.map((one) => ["Requires-Dist", `${one}; extra == "${extra}"`]),
  ]);
  const readme = readFileSync(`${sources}README.md`, "utf8");
  return `${[...fields, ...extras].map(([name, value]) => `${name}: ${value}\n`).join("")}\n${readme}`;
}
