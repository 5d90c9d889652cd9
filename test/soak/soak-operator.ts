import { requestApi } from "../../infra/node/request-api.ts";

export const operatorKey = "b0070a69a23d54aedb519b792e869477922b7188208ed01aa6ec36e5da6271e1";

/** The operator of the bridge under test, who uses its API like a person or Prometheus. */
export class SoakOperator {
  readonly #url: string;

  /** `url`: where the API listens. */
  constructor(url: string) {
    this.#url = url;
  }

  ask(method: string, path: string, body?: unknown): Promise<unknown> {
    return requestApi(this.#url, operatorKey, method, path, body);
  }

  /**
   * A mass loss waits for an operator, and at the soak's rate every hour is one. Only documents' removals need this.
   */
  async approveRemovals(): Promise<void> {
    const { instances } = (await this.ask("GET", "/v1/status")) as { instances: { name: string }[] };
    for (const { name } of instances) {
      const held = (await this.ask("GET", `/v1/removals?instance=${name}`)) as { items: { source: string }[] };
      for (const { source } of held.items) await this.ask("POST", `/v1/instances/${name}/removals/${source}/approve`);
    }
  }

  /** The values of `GET /metrics`; each is undefined while it is unavailable. */
  async metrics() {
    const headers = { authorization: `Bearer ${operatorKey}` };
    const text = await fetch(`${this.#url}/metrics`, { headers, signal: AbortSignal.timeout(4_000) })
      .then((answer) => answer.text())
      .catch(() => "");
    const sum = (pattern: RegExp) => {
      const found = [...text.matchAll(pattern)];
      return found.length === 0 ? undefined : found.reduce((sum, [, value]) => sum + Number(value), 0);
    };
    return {
      heap: sum(/^nodejs_heap_size_used_bytes (\S+)/gm),
      handles: sum(/^nodejs_active_handles_total (\S+)/gm),
      loop: sum(/^nodejs_eventloop_lag_p99_seconds (\S+)/gm),
      waiting: sum(/^feedhook_queue_messages\{.*state="ready"\} (\S+)/gm),
      dead: sum(/^feedhook_queue_messages\{.*state="dead"\} (\S+)/gm),
    };
  }
}
