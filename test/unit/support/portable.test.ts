import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { glob } from "../../support/glob.ts";

// `npm start`, `npm run sandbox`, the CLI and `npm test` also run on macOS and Windows, where few of us try them.

/** What works only on some systems, each with what to write instead. */
const unportable: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/import\.meta\.url\)\.pathname/, "fileURLToPath, or import.meta.dirname"],
  [/\b(?:spawn|exec|execFile)(?:Sync)?\(\s*"(?:npm|npx)"/, "npm() of test/support/npm.ts"],
  [/process\.env(?:\.HOME\b|\["HOME"\])|\{[^{}]*\bHOME\b[^{}]*\} = process\.env/, "homedir()"],
  [/["'`]\/tmp\b/, "tmpdir()"],
  [/\bglobSync\b/, "glob() of test/support/glob.ts"],
];

/** What the four commands run. Other programs for developers may need Linux. */
const folders = ["shared", "functions", "infra/{node,cli,sandbox,portal}"];
const tests = ["test/{unit,contract,sandbox,simulation,support}", "test/portal/support", "test/e2e/support"];
const allowed = ["test/support/glob.ts", "test/unit/support/portable.test.ts"];

const faultsOf = (file: string, text: string): string[] =>
  unportable.flatMap(([pattern, instead]) => (pattern.test(text) ? [`${file}: ${pattern}: use ${instead}`] : []));

test("sources use Node's portable functions", () => {
  const files = glob(`{${[...folders, ...tests].join(",")}}/**/*.{ts,tsx,mjs}`);
  expect(files.length).toBeGreaterThan(1_000);
  const faults = files.filter((file) => !allowed.includes(file));
  expect(faults.flatMap((file) => faultsOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  'const folder = new URL(".", import.meta.url).pathname;',
  'spawnSync("npm", ["ci"])',
  "process.env.HOME",
  "const { PATH, HOME } = process.env;",
  'mkdtempSync("/tmp/feedhook-")',
  'for (const path of globSync("docs/**"))',
])("finds %s", (code) => {
  expect(faultsOf("a.ts", code)).toHaveLength(1);
});

/** Quotes that only sh has, variables, several commands, and settings in front of a command. */
const onlyInSh = /['`$;]|\/dev\/|^\w+=/;

test("npm's scripts are valid in sh and in cmd.exe", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(Object.entries(scripts).filter(([, script]) => onlyInSh.test(script))).toEqual([]);
  // Windows has no `exec` of its own.
  expect(readFileSync("exec.cmd", "utf8")).toMatch(/^@rem [^\r\n]+\r\n@%\*\r\n$/);
});

/** Names that Windows reserves, and characters that it refuses. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*\\]|[. ]$/i;
/** A checkout's own folder and Windows' limit of 260 characters leave a path this length. */
const longestPath = 160;

function faultyNames(paths: readonly string[]): string[] {
  const lower = Map.groupBy(paths, (path) => path.toLowerCase());
  return paths.filter(
    (path) =>
      lower.get(path.toLowerCase())!.length > 1 ||
      path.length > longestPath ||
      path.split("/").some((name) => reserved.test(name)),
  );
}

test("every file has a name that is valid and unique where case doesn't count", () => {
  const top = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [...top.map(({ name }) => name), ...glob("{docs,functions,infra,shared,test}/**")];
  expect(paths.length).toBeGreaterThan(1_500);
  expect(faultyNames(paths)).toEqual([]);
  expect(faultyNames(["a/B.ts", "a/b.ts", "c/aux.ts", "d/10:30.ts", "e/con", "f/ok.ts"])).toEqual([
    ...["a/B.ts", "a/b.ts", "c/aux.ts", "d/10:30.ts", "e/con"],
  ]);
});
