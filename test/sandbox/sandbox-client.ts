import { openSandbox, type Sandbox, type SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import type { Clock } from "../../infra/sandbox/store/time.ts";

/** A clock that moves only on request; sleepers wake at once so that no test waits. */
export function manualClock(
  start = Date.parse("2026-11-21T09:00:00Z"),
): Clock & { advance(milliseconds: number): void } {
  let now = start;
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are arbitrary JSON; the assertions check their shape
  readonly body: any;
}

/** One credential's view of an open sandbox. */
export class SandboxClient {
  readonly sandbox: Sandbox;
  readonly instanceName: string;
  readonly token: string;
  readonly locale: string;

  constructor(sandbox: Sandbox, instanceName: string, token: string, locale = "en") {
    this.sandbox = sandbox;
    this.instanceName = instanceName;
    this.token = token;
    this.locale = locale;
  }

  /** A JSON request below the business prefix; a merge patch for PATCH. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isForm = body instanceof FormData;
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    return read(
      await this.sandbox.app.request(`/${this.instanceName}/api/v1/${this.locale}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body !== undefined && !isForm && { "content-type": type }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
  }

  get(path: string): Promise<Answer> {
    return this.call("GET", path);
  }

  inLocale(locale: string): SandboxClient {
    return new SandboxClient(this.sandbox, this.instanceName, this.token, locale);
  }

  /** Every item of a seek list, page by page. */
  async walk(path: string): Promise<Answer["body"][]> {
    const items: Answer["body"][] = [];
    for (let at = path; ; ) {
      const page = await this.get(at);
      items.push(...page.body.items);
      if (page.body.nextCursor === undefined) return items;
      at = `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(page.body.nextCursor)}`;
    }
  }
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export async function requestToken(
  sandbox: Sandbox,
  pair: { clientId: string; clientSecret: string },
  scope = "read write",
  instanceName = sandbox.access[0]!.name,
): Promise<Answer> {
  return read(
    await sandbox.app.request(`/${instanceName}/auth/api/v1/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${pair.clientId}:${pair.clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope }).toString(),
    }),
  );
}

export async function openClient(options: SandboxOptions = {}, scope = "read write"): Promise<SandboxClient> {
  const sandbox = openSandbox({ clock: manualClock(), ...options });
  const access = sandbox.access[0]!;
  const token = await requestToken(sandbox, access, scope);
  return new SandboxClient(sandbox, access.name, token.body.access_token);
}

/** The helpers outside the contract. */
export async function helper(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
  return read(
    await sandbox.app.request(`/__sandbox${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

export function upload(fields: Record<string, string>, content: string | undefined, name = "note.txt"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (content !== undefined) form.set("file", new File([content], name, { type: "text/plain" }));
  return form;
}
