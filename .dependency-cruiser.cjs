const { readdirSync } = require("node:fs");

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

/** Folders in their order: each imports only earlier ones, so that no import runs back. */
const folderOrders = {
  "shared/schedule": ["rates", "feeds", "budget", "wheel", "tick"],
  "shared/mirror": ["records", "documents", "journal", "rooms"],
  "shared/polling": [
    ...["rows", "credential-test", "observe", "removals", "documents", "journal", "timelines", "walks", "owners"],
    ...["quarantine", "schema", "scrub", "templates", "visits"],
  ],
  "shared/delivery": [
    ...["attempt", "rows", "statistics", "endpoint", "backlog"],
    ...["canary", "erasure", "ordered", "ping", "pull", "replay"],
  ],
  "shared/api": [
    ...["http", "access", "event-types", "openapi", "events", "filters", "subscriptions"],
    ...["partners", "alerts", "audit"],
    ...["deliveries", "explain", "completeness", "erasures", "instances", "status", "feeds", "portal", "pull"],
    ...["quarantine", "removals", "replays"],
  ],
  "infra/aws": ["constructs", "stacks", "stages", "examples", "commands"],
  "infra/portal/app": ["logic", "api", "components", "pages", "style"],
};

const folderRules = Object.entries(folderOrders).flatMap(([parent, folders]) => {
  const found = readdirSync(parent, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  const unordered = found.filter((name) => !folders.includes(name));
  if (unordered.length > 0) throw new Error(`Add the folders of ${parent} to folderOrders: ${unordered.join(", ")}`);
  return folders.slice(0, -1).map((folder, position) => ({
    name: `${parent.replaceAll("/", "-")}-${folder}-imports-no-later-folder`,
    severity: "error",
    from: { path: `^${parent}/${folder}/` },
    to: { path: `^${parent}/(${folders.slice(position + 1).join("|")})/` },
  }));
});

module.exports = {
  forbidden: [
    ...stageRules,
    ...folderRules,
    {
      name: "folders-import-no-composing-file",
      comment: "Files beside the folders compose them, except for what all routes of the API share.",
      severity: "error",
      from: { path: "^shared/(delivery|api)/[^/]+/" },
      to: { path: "^shared/(delivery/[^/]+$|api/(?!(api-services|endpoint)[.]ts$)[^/]+$)" },
    },
    {
      name: "base-files-import-no-folder",
      comment: "In these stages, the folders are built on the files beside them.",
      severity: "error",
      from: { path: "^shared/(mirror|polling)/[^/]+$" },
      to: { path: "^shared/$1/[^/]+/" },
    },
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
