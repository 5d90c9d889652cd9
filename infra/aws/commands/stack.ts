import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { readableStack, sourceMap } from "./readable-stack.ts";

const usage = `npm run stack -- <function> < log-lines

Prints its input with locations in source files instead of locations in the function's bundle. Requires the source maps of
the deployed commit, which npx cdk synth writes to cdk.out/source-maps.
`;

const [name = ""] = process.argv.slice(2);
if (!Object.keys(functions).includes(name)) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const map = sourceMap.parse(JSON.parse(readFileSync(`cdk.out/source-maps/${name}.map`, "utf8")));
    process.stdout.write(readableStack(await text(process.stdin), map));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
