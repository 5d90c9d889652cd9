import { spawnSync } from "node:child_process";
import { advisories } from "./allowed.ts";
import { judgeAudit } from "./judge-audit.ts";

/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;

const say = (line: string) => {
  console.log(`advisories: ${line}`);
};

// npm exits with 1 if it found something, and its output says what.
const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", maxBuffer: 64 * 1_024 * 1_024 });
const { outcome, faults } = judgeAudit(JSON.parse(stdout), advisories, new Date().toISOString().slice(0, 10));
for (const fault of faults) say(fault);
if (outcome === "unavailable") {
  say("not available here: the registry doesn't answer npm audit");
  process.exitCode = unavailable;
} else {
  say(faults.length === 0 ? `none but ${advisories.length} that are allowed` : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
