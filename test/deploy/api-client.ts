import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

/** How often (once a second) a read is repeated after a 503: a busy machine makes the emulator too slow for the API. */
const mostRepeats = 20;

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

  /** The same API with another key. */
  as(key: string): ApiClient {
    return new ApiClient(this.#endpoint, `http://${this.#host}`, key);
  }

  /** The body of a successful response; an Error with the body of any other. */
  async call(method: "GET" | "PUT" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown> {
    let { status, text } = await this.raw(method, path, body);
    for (let repeats = 0; method === "GET" && status === 503 && repeats < mostRepeats; repeats += 1) {
      await sleep(1_000);
      ({ status, text } = await this.raw(method, path, body));
    }
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  async raw(
    method: "GET" | "PUT" | "POST" | "PATCH",
    path: string,
    body?: unknown,
  ): Promise<{ status: number; text: string }> {
    const answer = await request(`${this.#endpoint}${path}`, {
      method,
      headers: { host: this.#host, authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
}
