import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { endProcess, runProgram } from "../deploy/run-program.ts";

/** The version with which this test last passed. */
const version = "4.32.5";
/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;
/** A wrong status, a 5xx, a body or a content type that the document doesn't name. */
const checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
const examples = process.argv[2] ?? "3";

const say = (line: string) => {
  console.log(`schemathesis: ${line}`);
};

/** Installs Schemathesis once into the user's cache folder; undefined without Python or a package index. */
async function install(): Promise<string | undefined> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const environment = join(cache, "feedhook", `schemathesis-${version}`);
  const program = join(environment, "bin", "schemathesis");
  if (existsSync(program)) return program;
  try {
    mkdirSync(environment, { recursive: true });
    await runProgram("python3", ["-m", "venv", environment]);
    await runProgram(join(environment, "bin", "pip"), ["install", "--quiet", `schemathesis==${version}`]);
  } catch (cause) {
    rmSync(environment, { recursive: true, force: true });
    say(`not available here: ${String(cause)}`);
    return undefined;
  }
  return program;
}

/** Starts what `npm start` starts, on a free port, and resolves with its address and the operator's key. */
async function startBridge(folder: string) {
  const child = spawn(process.execPath, ["infra/node/start.ts", "--port", "0", "--data-dir", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ready = new Promise<{ url: string; key: string }>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /^API +(http:\S+)\/v1$/m.exec(text) ?? [];
      const [, key] = /^Operator key +(\S+)$/m.exec(text) ?? [];
      if (url !== undefined && key !== undefined && text.includes("sandbox keeps changing")) resolve({ url, key });
    });
    child.once("exit", () => {
      reject(new Error(`the bridge ended:\n${text}`));
    });
  });
  return { child, ...(await ready) };
}

async function partnerKey(url: string, key: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return z.object({ id: z.string(), key: z.string().default("") }).parse(await answer.json());
  };
  const { id } = await post("/v1/partners", { name: "Globex Ltd", instances: ["acme"] });
  return (await post(`/v1/partners/${id}/keys`, { name: "all", scopes: ["admin"] })).key;
}

/** Runs every phase, including chains of calls, with one key. Returns the line that counts its cases. */
async function tried(program: string, url: string, key: string): Promise<string> {
  const options = [
    "--checks",
    checks,
    "--max-examples",
    examples,
    "--seed",
    "1",
    "--continue-on-failure",
    "--no-color",
  ];
  const header = ["-H", `Authorization: Bearer ${key}`];
  const output = await runProgram(program, [
    "run",
    `${url}/v1/openapi.json`,
    ...header,
    ...options,
    "--warnings",
    "off",
  ]);
  return /\d+ generated.*/.exec(output)?.[0] ?? output.slice(-500);
}

const program = await install();
if (program === undefined) process.exitCode = unavailable;
else {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-schemathesis-"));
  const { child, url, key } = await startBridge(folder);
  try {
    const partner = await partnerKey(url, key);
    say(`with a partner's key: ${await tried(program, url, partner)}`);
    say(`with an operator's key: ${await tried(program, url, key)}`);
  } catch (error) {
    process.exitCode = 1;
    say(`failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await endProcess(child);
    rmSync(folder, { recursive: true, force: true });
  }
}
