import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { say } from "../deploy/progress.ts";
import { runProgram } from "../deploy/run-program.ts";

/** Java, Maven or the package index is missing. */
export class EnginesUnavailableError extends Error {}

export type Artifact = { readonly group: string; readonly name: string; readonly version: string };

const maven = ["-q", "-B", "--strict-checksums"];
const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const checksumsFile = join(import.meta.dirname, "checksums.json");
/** The SHA-256 of each file, by artifact. */
const checksums = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * The folder with an artifact and all its dependencies. Maven fetches it once into the user's cache, from the source in
 * the user's settings. Each file must match `checksums.json` every time.
 */
export async function jarsOf({ group, name, version }: Artifact, write = false): Promise<string> {
  const pinned = checksums.parse(JSON.parse(readFileSync(checksumsFile, "utf8")));
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "feedhook");
  const folder = join(cache, `${name}-${version}`);
  if (!existsSync(folder)) {
    say(`fetching ${name} ${version} into ${folder}`);
    await fetchInto(folder, cache, pomOf({ group, name, version }));
  }
  const found = Object.fromEntries(readdirSync(folder).map((file) => [file, sha256Of(join(folder, file))]));
  const id = `${group}:${name}:${version}`;
  if (write) writeFileSync(checksumsFile, `${JSON.stringify({ ...pinned, [id]: found }, null, 2)}\n`);
  else if (JSON.stringify(found) !== JSON.stringify(pinned[id])) {
    throw new Error(`${folder} doesn't hold what checksums.json lists; delete it to fetch it again`);
  }
  return folder;
}

async function fetchInto(folder: string, cache: string, pom: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "fetching-"));
  try {
    writeFileSync(join(work, "pom.xml"), pom);
    const to = join(work, "jars");
    await runProgram("mvn", [...maven, "-f", join(work, "pom.xml"), copyDependencies, `-DoutputDirectory=${to}`]);
    renameSync(to, folder);
  } catch (cause) {
    throw new EnginesUnavailableError(`${folder} can't be fetched`, { cause });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function pomOf({ group, name, version }: Artifact): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>feedhook</groupId><artifactId>engines</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies><dependency>
    <groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>
  </dependency></dependencies>
</project>
`;
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
