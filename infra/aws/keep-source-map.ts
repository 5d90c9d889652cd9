import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";

/* Moves the source map of a fresh bundle to `source-maps/<function>.map` of the folder that the bundles stand in. */
const [output = "", name = ""] = process.argv.slice(2);
const maps = join(dirname(output), "source-maps");
mkdirSync(maps, { recursive: true });
renameSync(join(output, "index.mjs.map"), join(maps, `${name}.map`));
