import type { SourceHttp, SourceHttpAnswer, SourceHttpRequest } from "../../shared/source/source-http.ts";

export type Script = (request: SourceHttpRequest, call: number) => SourceHttpAnswer | Promise<SourceHttpAnswer>;

/** The source as a function. It responds to token requests, and the test's script to everything else. */
export class ScriptedSourceHttp implements SourceHttp {
  readonly requests: SourceHttpRequest[] = [];
  readonly #script: Script;
  readonly #tokens: Script;
  #issued = 0;

  constructor(script: Script, tokens?: Script) {
    this.#script = script;
    this.#tokens = tokens ?? (() => answer(200, tokenBody(`t${this.#issued}`)));
  }

  get tokenRequests(): readonly SourceHttpRequest[] {
    return this.requests.filter(({ method }) => method === "POST");
  }

  get reads(): readonly SourceHttpRequest[] {
    return this.requests.filter(({ method }) => method === "GET");
  }

  async send(request: SourceHttpRequest): Promise<SourceHttpAnswer> {
    this.requests.push(request);
    await Promise.resolve();
    if (request.method === "GET") return this.#script(request, this.reads.length);
    this.#issued += 1;
    return this.#tokens(request, this.#issued);
  }
}

export const tokenBody = (token: string, expiresIn = 3_600, scope = "read") => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: expiresIn,
  scope,
});

export function answer(status: number, body: unknown, headers: { [name: string]: string } = {}): SourceHttpAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { outcome: "answered", status, headers: { "content-type": "application/json", ...headers }, body: text };
}

export function problem(status: number, type = "urn:platform:general:refused"): SourceHttpAnswer {
  return answer(status, { status, type, title: "refused" }, { "content-type": "application/problem+json" });
}

export const page = (...items: unknown[]): SourceHttpAnswer => answer(200, { items, links: {} });
