import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../deploy/progress.ts";
import { pythonProgram } from "../deploy/python-program.ts";
import { endProcess } from "../deploy/run-program.ts";
import { freePort } from "../soak/free-port.ts";

/** The versions with which this test last passed. */
const version = "5.2.5";
const requirements = [`moto[s3,events]==${version}`, "flask==3.1.3", "flask-cors==6.0.5"];

/** The account that everything in the emulator belongs to. */
export const account = "123456789012";

export type AccessKey = { readonly accessKeyId: string; readonly secretAccessKey: string };
export type Statement = { readonly [name: string]: unknown };

/** Installs moto once into the user's cache folder; undefined without Python, or without a route to its package index. */
export async function installMoto(): Promise<string | undefined> {
  return pythonProgram("moto", version, "moto_server", requirements).catch((error: unknown) => {
    say(`not available here: ${String(error)}`);
    return undefined;
  });
}

/** STS, IAM, SQS, EventBridge and S3 by moto, which checks signatures, trust policies and the rights of users and roles. */
export class Moto {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
  #administrator: AccessKey = { accessKeyId: "none", secretAccessKey: "none" };

  private constructor(endpoint: string, stop: () => Promise<void>) {
    this.endpoint = endpoint;
    this.stop = stop;
  }

  static async start(program: string): Promise<Moto> {
    const port = await freePort();
    // The three calls that make the first user.
    const env = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: "3" };
    const child = spawn(program, ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore", env });
    const moto = new Moto(`http://127.0.0.1:${port}`, () => endProcess(child));
    for (let attempt = 0; attempt < 240 && child.exitCode === null; attempt += 1) {
      if ((await fetch(`${moto.endpoint}/moto-api/`).catch(() => undefined))?.ok === true) {
        moto.#administrator = await moto.user("administrator", "*");
        return moto;
      }
      await sleep(250);
    }
    await moto.stop();
    throw new Error("moto didn't come up");
  }

  get administrator(): AccessKey {
    return this.#administrator;
  }

  /** A user who may do what `Action` says. */
  async user(UserName: string, Action: string): Promise<AccessKey> {
    await this.#iam("CreateUser", { UserName });
    await this.#iam("PutUserPolicy", {
      ...{ UserName, PolicyName: "own" },
      PolicyDocument: policyOf({ Effect: "Allow", Action, Resource: "*" }),
    });
    const made = await this.#iam("CreateAccessKey", { UserName });
    const field = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(made)?.[1] ?? "";
    return { accessKeyId: field("AccessKeyId"), secretAccessKey: field("SecretAccessKey") };
  }

  /** A role that no user may assume yet. */
  async role(RoleName: string): Promise<void> {
    const nobody = {
      Effect: "Allow",
      Action: "sts:AssumeRole",
      Principal: { AWS: `arn:aws:iam::${account}:user/none` },
    };
    await this.#iam("CreateRole", { RoleName, AssumeRolePolicyDocument: policyOf(nobody) });
  }

  async trust(RoleName: string, trusted: Statement): Promise<void> {
    await this.#iam("UpdateAssumeRolePolicy", { RoleName, PolicyDocument: policyOf(trusted) });
  }

  /** Replaces what a role may do; nothing without `allowed`. */
  async allow(RoleName: string, allowed?: Statement): Promise<void> {
    const nothing = { Effect: "Allow", Action: "iam:GetUser", Resource: "*" };
    await this.#iam("PutRolePolicy", { RoleName, PolicyName: "send", PolicyDocument: policyOf(allowed ?? nothing) });
  }

  async #iam(action: string, parameters: { readonly [name: string]: string }): Promise<string> {
    const form = new URLSearchParams({ Action: action, Version: "2010-05-08", ...parameters });
    // moto checks the signature of the form as Python writes it.
    const body = form.toString().replaceAll("*", "%2A");
    const headers = signed(this.endpoint, body, this.#administrator);
    const answer = await fetch(this.endpoint, { method: "POST", headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${action} failed: ${text}`);
    return text;
  }
}

/** The headers of a request to IAM. The SDK's client for it isn't a dependency. */
function signed(endpoint: string, body: string, { accessKeyId, secretAccessKey }: AccessKey) {
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const scope = [date.slice(0, 8), "us-east-1", "iam", "aws4_request"];
  const request = `POST\n/\n\nhost:${new URL(endpoint).host}\nx-amz-date:${date}\n\nhost;x-amz-date\n${sha256(body)}`;
  const key = scope.reduce<string | Buffer>(
    (last, part) => createHmac("sha256", last).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(request)].join("\n");
  const signature = createHmac("sha256", key).update(text).digest("hex");
  const credential = `Credential=${accessKeyId}/${scope.join("/")}`;
  return {
    "x-amz-date": date,
    "content-type": "application/x-www-form-urlencoded",
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const policyOf = (statement: Statement) => JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
