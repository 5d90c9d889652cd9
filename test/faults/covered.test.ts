import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { functions } from "../../shared/kernel/function-topology.ts";
import { coveredBy, mostNotCovered, notCoveredYet } from "./covered.ts";
import { FaultWorld } from "./support/fault-world.ts";
import { knownBridge, well } from "./support/known-bridge.ts";

const recoverKinds = ["sweep", "drain", "replay", "republish", "erase"];
const commands = ["start", "stop", "backup", "restore", "export", "import"];

/** Routes that change or lease something, according to the served document. */
async function routes(): Promise<readonly string[]> {
  const { state, sandbox } = await knownBridge();
  const world = new FaultWorld(state, { sandbox, endpoints: well });
  const answer = await world.invoke("api", { path: "/v1/openapi.json", init: {} });
  if (answer === "failed") throw new Error("the API serves no document");
  const { paths } = JSON.parse((answer.result as { readonly text: string }).text);
  const all = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return all.filter((one) => /^(POST|PUT|PATCH|DELETE) /.test(one) || one.endsWith("/poll"));
}

/** The handlers of messages and changes. Requests and messages of `recover` are listed one by one. */
const handlers = Object.keys(functions).filter((name) => name !== "api" && name !== "recover");

test("every handler, message, route and command has a use case or a reason for having none", async () => {
  const wanted = [
    ...handlers,
    ...recoverKinds.map((kind) => `recover ${kind}`),
    ...(await routes()),
    ...commands.map((command) => `node ${command}`),
  ];
  const listed = [...Object.keys(coveredBy), ...Object.keys(notCoveredYet)];
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});

test("every named use case is tried", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  const text = files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8")).join("\n");
  const isTried = (use: string) => {
    const [, file, name] = /^(test\/\S+): (.+)$/.exec(use) ?? [];
    return file === undefined ? text.includes(`"${use}"`) : readFileSync(file, "utf8").includes(`"${name}"`);
  };
  expect([...new Set(Object.values(coveredBy))].filter((use) => !isTried(use))).toEqual([]);
});

test("the list of uncovered use cases doesn't grow", () => {
  process.stdout.write(
    Object.entries(notCoveredYet)
      .map(([what, why]) => `faults: not covered yet: ${what}: ${why}\n`)
      .join(""),
  );
  expect(Object.keys(notCoveredYet).length).toBeLessThanOrEqual(mostNotCovered);
});
