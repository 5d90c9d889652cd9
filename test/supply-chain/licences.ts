import { readFileSync } from "node:fs";
import * as z from "zod";
import { installedComponents, reachedFrom } from "../../infra/packages/sbom.ts";
import { parseJson } from "../../shared/kernel/parse.ts";
import { licences } from "./allowed.ts";
import { foreignLicences } from "./foreign-licences.ts";

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const { dependencies } = parseJson(manifest, readFileSync("package.json", "utf8"), "package.json");

// The components of the packages, the functions and the container; development dependencies aren't shipped.
const refs = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
const shipped = reachedFrom(refs, installedComponents());
const faults = foreignLicences(shipped.values(), licences);
for (const fault of faults) console.log(`licences: ${fault}`);
console.log(
  `licences: ${shipped.size} packages are shipped, ${faults.length} of them under a licence that isn't allowed`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
