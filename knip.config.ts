import type { KnipConfig } from "knip";

export default {
  entry: [
    "infra/node/start.ts",
    "infra/sandbox/main.ts",
    "infra/aws/*.ts",
    // Lambda entries: the CDK app names them by path.
    "functions/*.ts",
    "test/**/*.test.ts",
    "test/bench/*.ts",
    "test/deploy/*.ts",
  ],
  project: ["infra/**/*.ts", "functions/**/*.ts", "shared/**/*.ts", "test/**/*.ts"],
  ignoreDependencies: [
    // Brings Node 24 to npm scripts, whatever the machine has.
    "node",
  ],
} satisfies KnipConfig;
