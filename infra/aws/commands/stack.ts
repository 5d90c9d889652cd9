import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { text } from "node:stream/consumers";
import { Argument, Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { runCommand } from "./run-command.ts";

const command = new Command("npm run stack --")
  .description(
    "Reads log lines from standard input, and prints them with locations in source files instead of the function's " +
      "bundle. Requires the source maps of the deployed commit, which npx cdk synth writes to cdk.out/source-maps.",
  )
  .addArgument(new Argument("<function>").choices(Object.keys(functions)))
  .action(async (name) => {
    const map = sourceMap.parse(JSON.parse(readFileSync(`cdk.out/source-maps/${name}.map`, "utf8")));
    process.stdout.write(readableStack(await text(process.stdin), map));
  });

/** `cdk synth` writes the source map of each bundle to `cdk.out/source-maps`. */
export const sourceMap = z.object({
  file: z.string().default(""),
  version: z.int(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(""),
});

/** A location in a stack trace: `index.mjs:12:3456`, after any path. */
const place = /(?:file:\/\/)?[\w./-]*index\.mjs:(\d+):(\d+)/g;

/** Unknown locations stay unchanged. */
export function readableStack(text: string, map: SourceMapPayload): string {
  const known = new SourceMap(map);
  return text.replace(place, (bundled, line: string, column: string) => {
    const entry = known.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry)) return bundled;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

if (import.meta.main) await runCommand(command);
