import type { KnipConfig } from "knip";

export default {
  entry: [
    // Programs of package.json whose scripts begin with `exec`, which knip does not read. npm passes signals to the shell
    // only: without `exec`, SIGTERM would end the shell and leave the bridge running.
    "infra/node/start.ts",
    "infra/sandbox/main.ts",
    "infra/cli/main.ts",
    "infra/aws/*.ts",
    // Lambda entries: the CDK app names them by path.
    "functions/*.ts",
    // Bundled for the browser: build-portal.ts names them by path.
    "infra/portal/app/{main.tsx,first-requests.ts}",
    // Run when the API's function is bundled.
    "infra/portal/write-assets.ts",
    "test/**/*.test.{ts,tsx}",
    // Programs that tests and benchmarks start as processes of their own.
    "test/**/*-main.ts",
    "test/bench/*.ts",
    "test/deploy/*.ts",
    // Run when a release leaves a new version of the store.
    "test/e2e/store-fixtures/write-fixture.ts",
    // Loaded before programs that tests and the soak run.
    "test/soak/stepped-clock.ts",
    "test/soak/slow-disk.ts",
    "test/support/no-room.ts",
    // Stryker's processes are told of it by path.
    "test/mutants/vitest.config.ts",
    // Named to Vitest by path.
    "test/mutants/slips/{vitest.config,mutant-runner}.ts",
    "docs/receivers/*.mjs",
    "docs/.vitepress/{config,theme/index}.ts",
    // What the packages export, and what stands in for other files in them: bundle.ts names these by path.
    "infra/packages/entries/*.ts",
    "infra/packages/in-package/*.ts",
    "infra/receiver/{receiver,fetch,express,fastify,lambda-url,bus}.ts",
  ],
  project: [
    "infra/**/*.{ts,tsx}",
    "docs/.vitepress/**/*.{ts,vue}",
    "functions/**/*.ts",
    "shared/**/*.ts",
    "test/**/*.{ts,tsx}",
    "docs/receivers/*.mjs",
  ],
  // They resolve only where the packages are installed.
  ignore: ["test/packages/programs/*"],
  // A schema beside the type that is inferred from it is used, if only there.
  ignoreExportsUsedInFile: true,
  // Checks the systemd unit where the machine has it.
  // Tests and the soak fill a file system that they mount in a namespace.
  // Java runs the engines that others wrote.
  ignoreBinaries: ["systemd-analyze", "unshare", "java"],
  ignoreDependencies: [
    // Named as a text, as Stryker loads it.
    "@stryker-mutator/vitest-runner",
    // `npx cdk`, in docs/deploy.md and in the deploy test.
    "aws-cdk",
    // Has no types; test/support/dynamo.ts requires it.
    "dynalite",
  ],
} satisfies KnipConfig;
