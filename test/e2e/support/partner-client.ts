/** The parts of answers that tests use; which of them an answer has depends on the call. */
export type Answer = {
  readonly id: string;
  readonly items: readonly { readonly id: string; readonly ownerGroup: { readonly id: string } }[];
};

/** Writes to the sandbox as any integration would: through its HTTP API, with a token. */
export class PartnerClient {
  readonly #url: string;
  readonly #instance: string;
  #token = "";

  private constructor(url: string, instance: string) {
    this.#url = url;
    this.#instance = instance;
  }

  static async connect(url: string, instance: string, clientId: string, clientSecret: string): Promise<PartnerClient> {
    const client = new PartnerClient(url, instance);
    const answer = await fetch(`${url}/${instance}/auth/api/v1/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials&scope=read%20write",
    });
    if (!answer.ok) throw new Error(`token: ${answer.status} ${await answer.text()}`);
    client.#token = ((await answer.json()) as { access_token: string }).access_token;
    return client;
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

  async #call(method: string, path: string, body?: string | FormData, type?: string): Promise<Answer> {
    const answer = await fetch(`${this.#url}/${this.#instance}/api/v1/en${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Answer;
  }
}
