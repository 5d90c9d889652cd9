import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const ownImports = /(from |import\()"(\.[^"]*?)(?:\.d)?\.ts"/g;

/**
 * Writes the declarations of the entries, and of the files that they import, into the same folders as in the
 * repository.
 */
export function writeDeclarations(entries: readonly string[], outdir: string): void {
  const cache = join(repository, "node_modules/.cache");
  // A fresh clone lacks the folder.
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "feedhook-types-"));
  try {
    const project = join(work, "tsconfig.json");
    const compilerOptions = {
      ...{ incremental: false, noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ allowImportingTsExtensions: false, rewriteRelativeImportExtensions: true },
      ...{ rootDir: repository, outDir: join(work, "out") },
    };
    const files = entries.map((entry) => join(repository, entry));
    const options = { extends: join(repository, "tsconfig.json"), compilerOptions, files, include: [], exclude: [] };
    writeFileSync(project, JSON.stringify(options));
    const compiler = join(repository, "node_modules/typescript-7/bin/tsc");
    execFileSync(process.execPath, [compiler, "-p", project], { stdio: ["ignore", "inherit", "inherit"] });
    // The compiler doesn't emit handwritten declarations.
    cpSync(join(repository, "docs/types"), join(work, "out/docs/types"), { recursive: true });
    const reached = new Set<string>();
    for (const entry of entries) copyDeclaration(entry.replace(/\.ts$/, ".d.ts"), join(work, "out"), outdir, reached);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function copyDeclaration(file: string, from: string, to: string, reached: Set<string>): void {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(join(from, file), "utf8");
  mkdirSync(dirname(join(to, file)), { recursive: true });
  writeFileSync(
    join(to, file),
    text.replaceAll(ownImports, (_, before: string, path: string) => `${before}"${path}.js"`),
  );
  for (const [, , path = ""] of text.matchAll(ownImports)) {
    copyDeclaration(relative(from, join(from, dirname(file), `${path}.d.ts`)), from, to, reached);
  }
}
