/** The boundaries of docs/adr/0003 and docs/adr/0008: the tree is the pipeline, and a stage imports only earlier stages. */
const stages = [
  "kernel",
  "source",
  "schedule",
  "mirror",
  "polling",
  "publishing",
  "partners",
  "subscriptions",
  "fanout",
  "delivery",
  "alerts",
  "api",
];

const stageRules = stages.slice(0, -1).map((stage, position) => ({
  name: `${stage}-imports-no-later-stage`,
  comment: "A stage may import the kernel and earlier stages only.",
  severity: "error",
  from: { path: `^shared/${stage}/` },
  to: { path: `^shared/(${stages.slice(position + 1).join("|")})/` },
}));

/** The folders of the delivery stage, from a single attempt to the features that use the backlog. */
const deliveryFolders = ["attempt", "rows", "endpoint", "backlog", "ordered|pull|ping|replay|erasure|canary"];

const deliveryRules = deliveryFolders.map((folder, position) => ({
  name: `delivery-${folder.replaceAll("|", "-")}-imports-no-later-folder`,
  comment:
    "In the delivery stage, a folder may import only itself and earlier folders. Files outside the folders may import all.",
  severity: "error",
  from: { path: `^shared/delivery/(${folder})/` },
  to: { path: `^shared/delivery/((${deliveryFolders.slice(position + 1).join("|")})/|[^/]+$)` },
}));

module.exports = {
  forbidden: [
    ...stageRules,
    ...deliveryRules,
    {
      name: "stages-are-pure",
      comment: "A stage may import ports, but no adapters, AWS SDK, hosts or tests.",
      severity: "error",
      from: { path: `^shared/(${stages.join("|")})/` },
      to: {
        path: "^(shared/adapters|functions|infra|test)/|^node_modules/(@aws-sdk|@smithy|aws-cdk-lib|constructs|undici|nodemailer)/|^(node:)?sqlite$",
      },
    },
    {
      name: "adapters-know-no-host",
      severity: "error",
      from: { path: "^shared/adapters/" },
      to: { path: "^(functions|infra|test)/" },
    },
    {
      name: "only-composition-roots-build-adapters",
      severity: "error",
      from: { path: "^(functions|infra)/", pathNot: "^(functions/runtime|infra/node)/" },
      to: { path: "^shared/adapters/" },
    },
    {
      name: "one-factory-per-engine",
      comment: "The host uses ports. Only one file names the store, so that another engine replaces only this file.",
      severity: "error",
      from: { path: "^infra/node/", pathNot: "^infra/node/sqlite-engine\\.ts$" },
      to: { path: "^shared/adapters/(sqlite|aws)/|^(node:)?sqlite$" },
    },
    {
      name: "sandbox-is-separate",
      comment: "The sandbox may not import the bridge's code, because a misreading that both share would stay hidden.",
      severity: "error",
      from: { path: "^infra/sandbox/" },
      to: { path: "^(shared|functions|infra/(aws|node)|test)/" },
    },
    {
      name: "fidelity-judges-on-its-own",
      comment:
        "The fidelity oracle and its source may not import the bridge's code, because a misreading that both share would stay hidden.",
      severity: "error",
      from: { path: "^test/fidelity/(oracle|source|generate)/" },
      to: { path: "^(shared|functions|infra)/|^test/(?!fidelity/(oracle|source|generate)/)|^node_modules/" },
    },
    {
      name: "cli-talks-to-the-api-only",
      comment:
        "The CLI must work with any bridge, so it uses the HTTP API, and imports only the kernel. `doctor` also reads a bridge's config file and tests its credentials as the bridge does.",
      severity: "error",
      from: { path: "^infra/cli/" },
      to: {
        path: "^(shared/(?!kernel/)|functions/|infra/(?!cli/|api-client/|node/(options|secrets-from-environment|test-credentials)[.]ts)|test/)",
      },
    },
    {
      name: "nothing-imports-the-cli",
      severity: "error",
      from: { pathNot: "^(infra/cli|test)/" },
      to: { path: "^infra/cli/" },
    },
    {
      name: "sources-import-no-test",
      severity: "error",
      from: { path: "^(shared|functions|infra)/" },
      to: { path: "^test/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The imports of these files resolve only where the packages are installed.
    exclude: { path: "^(cdk\\.out|coverage|dist|test/packages/programs)/|^infra/packages/in-package/feedhook\\.mjs$" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
