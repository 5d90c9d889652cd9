import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const sourceMap = z.looseObject({ sources: z.array(z.string()) });

/*
 * Moves the source map of a new bundle to `source-maps/<function>.map` in the bundles' folder. Makes the paths of its
 * sources relative to the repository, because the bundle's own folder is deleted after bundling.
 */
const [output = "", name = ""] = process.argv.slice(2);
const maps = join(dirname(output), "source-maps");
const made = join(output, "index.mjs.map");
const map = sourceMap.parse(JSON.parse(readFileSync(made, "utf8")));
const sources = map.sources.map((source) => relative(repository, resolve(output, source)));
mkdirSync(maps, { recursive: true });
writeFileSync(join(maps, `${name}.map`), JSON.stringify({ ...map, sources }));
unlinkSync(made);
