import { request } from "undici";

/**
 * Calls the deployed API. The emulator serves it under a host name that no resolver knows, so the request goes to the
 * endpoint and names the host.
 */
export class ApiClient {
  readonly #endpoint: string;
  readonly #host: string;
  readonly #key: string;

  constructor(endpoint: string, apiUrl: string, key: string) {
    this.#endpoint = endpoint;
    this.#host = new URL(apiUrl).host;
    this.#key = key;
  }

  async call(method: "GET" | "PUT" | "POST", path: string, body?: unknown): Promise<unknown> {
    const answer = await request(`${this.#endpoint}${path}`, {
      method,
      headers: { host: this.#host, authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  }
}
