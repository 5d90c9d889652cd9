import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const component = z.looseObject({
  "bom-ref": z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z
    .array(z.union([z.object({ license: z.looseObject({ id: z.string() }) }), z.object({ expression: z.string() })]))
    .optional(),
});
export type Component = z.infer<typeof component>;

const document = z.looseObject({
  metadata: z.looseObject({ tools: z.unknown() }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

export function installedComponents() {
  // `--omit` would also leave out dependencies that are shared with development dependencies.
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024,
  });
  const { components, dependencies, metadata } = parseJson(document, text, "npm sbom");
  return {
    tools: metadata.tools,
    byRef: new Map(components.map((each) => [each["bom-ref"], each])),
    dependsOn: new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])),
  };
}
export type Installed = ReturnType<typeof installedComponents>;

function componentOf(ref: string, { byRef }: Installed): Component {
  const found = byRef.get(ref);
  if (found === undefined) throw new Error(`npm sbom doesn't name ${ref}`);
  return found;
}

/**
 * Returns the components with these references and everything that they depend on. Throws if npm doesn't list a
 * reference.
 */
export function reachedFrom(refs: Iterable<string>, installed: Installed): ReadonlyMap<string, Component> {
  const reached = new Map<string, Component>();
  const left = [...refs];
  for (let ref = left.pop(); ref !== undefined; ref = left.pop()) {
    if (reached.has(ref)) continue;
    reached.set(ref, componentOf(ref, installed));
    left.push(...(installed.dependsOn.get(ref) ?? []));
  }
  return reached;
}

const manifest = z.object({ name: z.string(), version: z.string() });

/** Our own files belong to no package. */
export function packagesOf(files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set(
    [...files].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  return new Set(
    [...folders].map((folder) => {
      const path = join(folder, "package.json");
      const { name, version } = parseJson(manifest, readFileSync(path, "utf8"), path);
      return `${name}@${version}`;
    }),
  );
}

type Described = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: { readonly [name: string]: string };
  /** The type of the package URL. The default is npm. */
  readonly registry?: string;
};

/**
 * Lists the packages bundled into a package, and those that npm installs with it, except its optional peers. The text
 * contains no time or random number, so the same sources give the same text.
 */
export function sbomOf(described: Described, bundled: ReadonlySet<string>, installed: Installed): string {
  const { name, version, license, dependencies, registry = "npm" } = described;
  const named = Object.entries(dependencies).map(([dependency, exact]) => `${dependency}@${exact}`);
  const parts = new Set([...bundled, ...reachedFrom(named, installed).keys()]);
  const refs = [...parts].sort();
  const own = `${name}@${version}`;
  const purl = `pkg:${registry}/${name.replace("@", "%40")}@${version}`;
  const licenses = [{ license: { id: license } }];
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      tools: installed.tools,
      component: { "bom-ref": own, type: "application", name, version, purl, licenses },
    },
    components: refs.map((ref) => componentOf(ref, installed)),
    dependencies: [
      { ref: own, dependsOn: [...new Set([...bundled, ...named])].sort() },
      ...refs.map((ref) => ({
        ref,
        dependsOn: (installed.dependsOn.get(ref) ?? []).filter((each) => parts.has(each)),
      })),
    ],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
