import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endProcess, runProgram } from "../deploy/run-program.ts";
import { freePort } from "../soak/free-port.ts";
import { type Artifact, EnginesUnavailableError, jarsOf } from "./jars.ts";

export const dynamoDbLocal: Artifact = { group: "com.amazonaws", name: "DynamoDBLocal", version: "2.6.0" };
export const elasticMq: Artifact = { group: "org.elasticmq", name: "elasticmq-server_2.13", version: "1.6.12" };

export type JavaEngine = { readonly url: string; stop(): Promise<void> };

/** Throws EnginesUnavailableError without a Java compiler of version 17 or later. */
export async function checkJava(): Promise<void> {
  const modules = await runProgram("java", ["--list-modules"]).catch((cause: unknown) => {
    throw new EnginesUnavailableError("there is no Java", { cause });
  });
  const version = Number(/^jdk\.compiler@(\d+)/m.exec(modules)?.[1] ?? 0);
  if (version < 17) throw new EnginesUnavailableError("there is no JDK of version 17 or later");
}

/** Amazon's DynamoDB Local, in memory, with a database for each access key. */
export async function startDynamoDbLocal(): Promise<JavaEngine> {
  const jars = await jarsOf(dynamoDbLocal);
  const program = join(import.meta.dirname, "OnLoopback.java");
  const options = [`-Djava.library.path=${jars}`, "-cp", join(jars, "*"), program, "-inMemory", "-disableTelemetry"];
  return start(options, /^listening on (\d+)$/);
}

/** ElasticMQ with the limits of SQS. */
export async function startElasticMq(): Promise<JavaEngine> {
  const jars = await jarsOf(elasticMq);
  const port = await freePort();
  const settings = {
    "rest-sqs.bind-hostname": "127.0.0.1",
    "rest-sqs.bind-port": port,
    "rest-sqs.sqs-limits": "strict",
    "rest-stats.enabled": false,
  };
  const options = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const started = await start([...options, "-cp", join(jars, "*"), "org.elasticmq.server.Main"], / started in /);
  return { url: `http://127.0.0.1:${port}`, stop: () => started.stop() };
}

/** An engine lives for minutes, too short to earn back the second compiler and a collector with threads of its own. */
const cheap = ["-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** Far more than an engine takes on a busy machine. */
const startMs = 120_000;

/**
 * Starts a program that prints a line when it is ready, whose pattern captures its port. A program that takes too long
 * is ended.
 */
async function start(options: readonly string[], ready: RegExp): Promise<JavaEngine> {
  const child = spawn("java", [...cheap, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const late = setTimeout(() => child.kill("SIGKILL"), startMs);
  const port = await readyPort(child, ready).finally(() => {
    clearTimeout(late);
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => endProcess(child) };
}

async function readyPort(child: ChildProcess, ready: RegExp): Promise<string> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on("line", (line) => {
        // Kept for a failed start. Later lines are only read, so that the program isn't blocked.
        if (lines.length < 200) lines.push(line);
        const found = ready.exec(line);
        if (found !== null) resolve(found[1] ?? "");
      });
    }
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`an engine ended with ${code ?? signal}:\n${lines.join("\n")}`));
    });
  });
}
