import tseslint from "typescript-eslint";

const maxLines = (max) => ({ "max-lines": ["error", { max, skipBlankLines: false, skipComments: false }] });

export default tseslint.config(
  // The client's types are written by `npm run api-types`; programs of the packages' test are checked with what is installed there.
  {
    ignores: [
      "node_modules/",
      "cdk.out/",
      "coverage/",
      "dist/",
      ".stryker/",
      "test/packages/programs/",
      "*.js",
      "*.cjs",
      "infra/api-client/api-types.ts",
    ],
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...maxLines(300),
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // Numbers read well in a message; objects and undefined don't, and stay errors.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["shared/**/*.ts", "functions/**/*.ts", "infra/**/*.{ts,tsx}"],
    rules: { "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }] },
  },
  // A route says whom it is for: createRoute would let one be forgotten.
  {
    files: ["shared/api/**/*.ts"],
    ignores: ["shared/api/access/api-route.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "@hono/zod-openapi", importNames: ["createRoute"], message: "Declare routes with apiRoute." },
          ],
        },
      ],
    },
  },
  // A handler parses, calls one use case and maps the result; longer means that logic leaked out of shared/.
  { files: ["functions/*.ts"], rules: maxLines(40) },
  // Programs for developers talk to a terminal. Those for operators show text of others, and have one place that escapes it.
  {
    files: [
      "infra/sandbox/**/*.ts",
      "test/bench/**/*.ts",
      "test/deploy/**/*.ts",
      "test/documents/*.ts",
      "test/hazards/*.ts",
      "test/mutants/run.ts",
      "test/mutants/slips/*.ts",
      "test/schemathesis/*.ts",
      "test/fidelity/run.ts",
      "test/fuzz/run.ts",
      "test/supply-chain/*.ts",
      "test/soak/*.ts",
      "test/e2e/store-fixtures/*.ts",
      "test/planted-bugs/*.ts",
      "test/simulation/simulate.ts",
      "test/e2e/support/*-main.ts",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      // Tests build partial fixtures and reach into answers whose shape the assertion itself checks.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
);
