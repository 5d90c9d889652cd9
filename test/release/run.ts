import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildPackages } from "../../infra/packages/build.ts";
import { currentSurface } from "./current-surface.ts";
import { release } from "./release.ts";

// `npm run release [-- --dry-run]`: makes the release whose version is in package.json. Publishes nothing.

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
const folder = fileURLToPath(new URL("../../", import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

const outcome = await release({
  folder,
  isDryRun: values["dry-run"],
  say,
  surface: currentSurface,
  build: async (dist) => {
    await buildPackages(dist);
    // Writes to dist/docs.
    execFileSync("npm", ["run", "--silent", "docs:build"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  },
});

const built = "Built in dist: feedhook, receiver, receiver-python, docs, release-notes.md.";
switch (outcome.state) {
  case "refused":
    say("\nNo release:");
    for (const reason of outcome.reasons) say(`- ${reason}`);
    process.exitCode = 1;
    break;
  case "checked":
    say(`\n${built} Without --dry-run, this tags ${outcome.tag}.`);
    break;
  case "tagged":
    say(`\n${built} Tagged ${outcome.tag}; nothing is published.`);
    say(`Next: git push origin ${outcome.tag}; npm run stored-rows; npm run keep-release -- ${outcome.tag}`);
    break;
}
