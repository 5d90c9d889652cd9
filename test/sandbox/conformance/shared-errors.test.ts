import { beforeAll, describe, expect, test } from "vitest";
import { openSandbox, type Sandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { manualClock, read, requestToken, SandboxClient } from "../sandbox-client.ts";
import { contractRows } from "./contract-rows.ts";
import { expectProblem } from "./world.ts";

const businessRows = contractRows.map(({ row }) => row).filter((row) => !row.includes("/auth/"));

describe("shared errors of every business endpoint", () => {
  let sandbox: Sandbox;
  const tokens = { read: "", write: "", other: "" };

  beforeAll(async () => {
    sandbox = openSandbox({ clock: manualClock(), instances: ["acme", "globex"] });
    const [acme, globex] = sandbox.access;
    tokens.read = (await requestToken(sandbox, acme!, "read")).body.access_token;
    tokens.write = (await requestToken(sandbox, acme!, "write")).body.access_token;
    tokens.other = (await requestToken(sandbox, globex!, "read write", "globex")).body.access_token;
  });

  const send = async (row: string, token: string | undefined, instanceName = "acme") => {
    const [method, path] = row.split(" ") as [string, string];
    const client = new SandboxClient(sandbox, instanceName, token ?? "");
    return client.call(
      method,
      path.replaceAll(/\{\w+\}/g, "x"),
      undefined,
      token === undefined ? { authorization: "" } : {},
    );
  };

  for (const row of businessRows) {
    const wrong = row.startsWith("GET") ? "write" : "read";

    test(`${row}: 401 missing, unknown or malformed token`, async () => {
      expectProblem(await send(row, undefined), 401);
      expectProblem(await send(row, "nonsense"), 401);
    });

    test(`${row}: 403 the token lacks the scope the method requires`, async () => {
      expectProblem(await send(row, tokens[wrong]), 403, wrong === "read" ? "write" : "read");
    });

    test(`${row}: 403 a token of another instance`, async () => {
      expectProblem(await send(row, tokens.other), 403, "another instance");
    });

    test(`${row}: 404 unknown instance`, async () => {
      expectProblem(await send(row, tokens.read, "nobody"), 404, "unknown instance");
    });

    test(`${row}: 500 unexpected error (injected)`, async () => {
      const faults = (spec: string) =>
        sandbox.app.request("/__sandbox/faults", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ spec }),
        });
      await faults("500=1");
      expectProblem(await send(row, tokens.read), 500);
      await faults("");
    });
  }

  test("every operation in /openapi.json has a row in the conformance suite, and vice versa", async () => {
    const { paths } = (await read(await sandbox.app.request("/openapi.json"))).body;
    const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace("/{instanceName}/api/v1/{locale}", "")}`,
      ),
    );
    expect(described.toSorted()).toEqual(contractRows.map(({ row }) => row).toSorted());
  });

  test("locale no changes only detail", async () => {
    const path = `/person/${sandbox.instances.get("acme")!.ids.mask("person", 4_000_000)}`;
    const english = await new SandboxClient(sandbox, "acme", tokens.read, "en").get(path);
    const norwegian = await new SandboxClient(sandbox, "acme", tokens.read, "no").get(path);
    expect(norwegian.body.detail).not.toBe(english.body.detail);
    expect({ ...norwegian.body, detail: "", instance: "" }).toEqual({ ...english.body, detail: "", instance: "" });
    expectProblem(await new SandboxClient(sandbox, "acme", tokens.read, "de").get(path), 404);
  });
});
