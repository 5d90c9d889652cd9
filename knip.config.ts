import type { KnipConfig } from "knip";

export default {
  entry: [
    // Programs in package.json whose scripts begin with `exec`, which knip doesn't read. npm sends signals only to the
    // shell, so without `exec`, SIGTERM would end the shell and leave the bridge running.
    "infra/node/main.mjs",
    "infra/sandbox/main.ts",
    "infra/cli/main.ts",
    // cdk.json names the app, and the bundling of functions names keep-source-map.ts by path.
    "infra/aws/{app,keep-source-map}.ts",
    // Lambda entries, which the CDK app names by path.
    "functions/*.ts",
    // Bundled for the browser or, the first view, for the build; build-portal.ts names them by path.
    "infra/portal/app/{main.tsx,first-requests.ts,first-view.tsx}",
    // Run when the API's function is bundled.
    "infra/portal/write-assets.ts",
    "test/**/*.test.{ts,tsx}",
    // Programs that tests and benchmarks start as separate processes.
    "test/**/*-main.ts",
    "test/bench/*.ts",
    "test/deploy/*.ts",
    // Run when a release changes the store's version.
    "test/e2e/store-fixtures/write-fixture.ts",
    // Preloaded by programs that tests and the soak run.
    "test/soak/stepped-clock.ts",
    "test/soak/slow-disk.ts",
    "test/support/no-room.ts",
    // Passed to Vitest by path.
    "test/mutants/slips/{vitest.config,mutant-runner}.ts",
    "docs/receivers/*.mjs",
    "docs/.vitepress/{config,theme/index}.ts",
    // The packages' exports and the files that replace others in them; bundle.ts names these by path.
    "infra/packages/entries/*.ts",
    "infra/packages/in-package/*.ts",
    "infra/receiver/{receiver,fetch,express,fastify,lambda-url,bus}.ts",
  ],
  project: [
    "infra/**/*.{ts,tsx}",
    "docs/*.ts",
    "docs/.vitepress/**/*.{ts,vue}",
    "functions/**/*.ts",
    "shared/**/*.ts",
    "test/**/*.{ts,tsx}",
    "docs/receivers/*.mjs",
  ],
  // Their imports resolve only where the packages are installed.
  ignore: ["test/packages/programs/*"],
  // A schema counts as used if a type in its file is inferred from it.
  ignoreExportsUsedInFile: true,
  // `systemd-analyze` checks the unit if the machine has it.
  // Tests and the soak mount a file system in a namespace and fill it.
  // Java runs the third-party engines. The isolation bench keeps programs on one processor with `taskset`.
  ignoreBinaries: ["systemd-analyze", "unshare", "java", "taskset"],
  ignoreDependencies: [
    // Imported by path, because it doesn't export its list of mutators.
    "@stryker-mutator/instrumenter",
    // `npx cdk`, in docs/deploy.md and in the deploy test.
    "aws-cdk",
    // Has no types; test/support/dynamo.ts requires it.
    "dynalite",
  ],
} satisfies KnipConfig;
