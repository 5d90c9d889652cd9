import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";
import { reasonOf, runAwsCli } from "./aws-cli.ts";
import { restoreStageTables } from "./restore-stage-tables.ts";

const usage = `npm run restore-tables -- --stage <stage> --suffix <text> [--at <instant>] [--only <table>,<table>]

Restores a stage's tables to an instant (default: the latest that all tables have), under new names, and prints the options
for the stage's file (docs/deploy.md, "Restore"). Nothing uses the new tables before you deploy these options. After an
interruption, run the same command again to continue. Uses the AWS CLI with its credentials.
`;

const { values } = parseArgs({
  options: {
    stage: { type: "string" },
    suffix: { type: "string" },
    at: { type: "string" },
    only: { type: "string" },
  },
});
const { stage, suffix, at, only } = values;
if (stage === undefined || suffix === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const restored = await restoreStageTables({
      aws: runAwsCli,
      stage,
      suffix,
      at,
      only: only?.split(","),
      sleep,
      say: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${JSON.stringify(restored, null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${printable(reasonOf(error))}\n`);
    process.exitCode = 1;
  }
}
