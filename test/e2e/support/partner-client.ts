/** The parts of responses that tests use. Which parts a response has depends on the call. */
export type Answer = {
  readonly id: string;
  readonly items: readonly { readonly id: string; readonly ownerGroup: { readonly id: string } }[];
};

/** Writes to the sandbox like any integration: through its HTTP API, with a token. */
export class PartnerClient {
  readonly #url: string;
  readonly #instance: string;
  readonly #authorization: string;
  #token = "";

  private constructor(url: string, instance: string, authorization: string) {
    this.#url = url;
    this.#instance = instance;
    this.#authorization = authorization;
  }

  static async connect(url: string, instance: string, clientId: string, clientSecret: string): Promise<PartnerClient> {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const client = new PartnerClient(url, instance, basic);
    await client.#takeToken();
    return client;
  }

  async #takeToken(): Promise<void> {
    const answer = await fetch(`${this.#url}/${this.#instance}/auth/api/v1/token`, {
      method: "POST",
      headers: { authorization: this.#authorization, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials&scope=read%20write",
    });
    if (!answer.ok) throw new Error(`token: ${answer.status} ${await answer.text()}`);
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
  }

  async get(path: string): Promise<Answer> {
    return this.#call("GET", path);
  }

  async folders(path: string): Promise<readonly { readonly id: string }[]> {
    return (await this.#call("GET", path)) as unknown as { id: string }[];
  }

  async post(path: string, body: unknown): Promise<Answer> {
    return this.#call("POST", path, JSON.stringify(body), "application/json");
  }

  async put(path: string, body: unknown): Promise<Answer> {
    return this.#call("PUT", path, JSON.stringify(body), "application/json");
  }

  async patch(path: string, body: unknown): Promise<Answer> {
    return this.#call("PATCH", path, JSON.stringify(body), "application/merge-patch+json");
  }

  async delete(path: string): Promise<void> {
    await this.#call("DELETE", path);
  }

  async upload(
    method: "POST" | "PUT",
    path: string,
    name: string,
    content: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const form = new FormData();
    form.set("file", new Blob([content], { type: "text/plain" }), name);
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    return this.#call(method, path, form);
  }

  /** A token lives for ten minutes, and some tests take longer: a refused one is replaced once. */
  async #call(method: string, path: string, body?: string | FormData, type?: string): Promise<Answer> {
    let answer = await this.#send(method, path, body, type);
    if (answer.status === 401) {
      await answer.body?.cancel();
      await this.#takeToken();
      answer = await this.#send(method, path, body, type);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Answer;
  }

  #send(method: string, path: string, body?: string | FormData, type?: string): Promise<Response> {
    return fetch(`${this.#url}/${this.#instance}/api/v1/en${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    });
  }
}
