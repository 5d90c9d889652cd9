import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** A tool's result as a model gets it. */
export type Called = { readonly isError: boolean; readonly text: string; readonly structured: unknown };

/** `feedhook mcp` as a host of a model runs it: as a child of the SDK's own client. */
export class McpHost {
  readonly #client: Client;
  readonly #transport: StdioClientTransport;
  stderr = "";
  readonly closed: Promise<void>;

  private constructor(environment: Readonly<Record<string, string>>, argv: readonly string[]) {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: ["infra/cli/feedhook.mjs", "mcp", ...argv],
      env: { PATH, NODE_COMPILE_CACHE, ...environment },
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.#client = new Client({ name: "test-host", version: "1.0.0" });
    this.closed = new Promise((resolve) => {
      this.#client.onclose = resolve;
    });
  }

  static async connect(environment: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<McpHost> {
    const host = new McpHost(environment, argv);
    await host.#client.connect(host.#transport);
    return host;
  }

  get instructions(): string {
    return this.#client.getInstructions() ?? "";
  }

  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  async tools() {
    return (await this.#client.listTools()).tools;
  }

  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Called> {
    const {
      content,
      structuredContent,
      isError = false,
    } = await this.#client.callTool({ name, arguments: { ...args } });
    const [first] = content;
    return { isError, text: first?.type === "text" ? first.text : "", structured: structuredContent };
  }

  /** The result of a call that must succeed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test's own claims about the answer
  async ok(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<any> {
    const { isError, text } = await this.call(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return JSON.parse(text);
  }

  /** The error of a call that must fail. */
  async refused(name: string, args: Readonly<Record<string, unknown>> = {}) {
    const { isError, text } = await this.call(name, args);
    if (!isError) throw new Error(`${name} succeeded: ${text}`);
    return JSON.parse(text).error as { code: string; message: string; nextStep?: string };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
