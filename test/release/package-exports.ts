import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as z from "zod";
import { receiverModules } from "../../infra/packages/build.ts";
import { parseJson } from "../../shared/kernel/parse.ts";

const manifest = z.object({ exports: z.record(z.string(), z.string()) });

/**
 * The exports of each module of the packages, and the members of exported types: `ReceiverOptions`,
 * `ReceiverOptions.memory?`. `folder` has the repository's files.
 */
export function packageExports(folder: string): Record<string, string[]> {
  const { exports } = parseJson(manifest, readFileSync(join(folder, "package.json"), "utf8"), "package.json");
  const sources = Object.entries({
    ...Object.fromEntries(Object.entries(exports).map(([path, file]) => [path.replace(".", "feedhook"), file])),
    ...Object.fromEntries(
      Object.entries(receiverModules).map(([name, file]) => [
        name === "receiver" ? "@feedhook/receiver" : `@feedhook/receiver/${name}`,
        file,
      ]),
    ),
  }).map(([module, file]) => [module, join(folder, file)] as const);
  const program = ts.createProgram(
    sources.map(([, file]) => file),
    { ...optionsOf(folder), noEmit: true, incremental: false },
  );
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    sources.map(([module, file]) => {
      const source = program.getSourceFile(file);
      const symbol = source && checker.getSymbolAtLocation(source);
      if (symbol === undefined) throw new Error(`${file} exports nothing`);
      return [module, checker.getExportsOfModule(symbol).flatMap((one) => [one.name, ...members(one, checker)])];
    }),
  );
}

function optionsOf(folder: string): ts.CompilerOptions {
  const path = join(folder, "tsconfig.json");
  const { config } = ts.readConfigFile(path, (file) => readFileSync(file, "utf8"));
  return ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, folder).options;
}

function members(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (!(target.flags & ts.SymbolFlags.Type)) return [];
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(target))
    .filter(({ name, declarations = [] }) => {
      // A string's methods and the members of a library's class aren't ours. Symbols begin with `__`.
      const isOurs = declarations.some((one) => !one.getSourceFile().fileName.includes("/node_modules/"));
      return isOurs && !/^(?:#|__)/.test(name);
    })
    .map(({ name, flags }) => `${symbol.name}.${name}${flags & ts.SymbolFlags.Optional ? "?" : ""}`);
}
