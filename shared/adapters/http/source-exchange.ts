import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import { PageSkimmer } from "../../source/page-skimmer.ts";
import type { SourceHttpAnswer } from "../../source/source-http.ts";

/** A piece of a body counts at least this many bytes: it costs memory and a callback, however short it is. */
const leastPiece = 64;
/** A page that is skimmed may be this many times as large as another body. */
const skimmedFactor = 16;

type Parts = {
  /** Deadline (ms) from now to the last byte of the body. */
  readonly timeout: number;
  /** In bytes. */
  readonly maxBody: number;
  readonly settle: (answer: SourceHttpAnswer) => void;
  /** Accepts a body 16 times as large, and keeps only what `PageSkimmer` keeps. */
  readonly skim: boolean;
};

/**
 * One request and its response. It implements undici's handler and receives each part as it arrives, because streams,
 * signals and promises would cost more per request than reading a page.
 */
export class SourceExchange implements Dispatcher.DispatchHandler {
  readonly #maxBody: number;
  readonly #settle: Parts["settle"];
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: { readonly [name: string]: string } = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #over = false;
  readonly #skimmer: PageSkimmer | undefined;

  constructor({ timeout, maxBody, settle, skim }: Parts) {
    this.#skimmer = skim ? new PageSkimmer() : undefined;
    this.#maxBody = maxBody;
    this.#settle = settle;
    this.#deadline = setTimeout(() => {
      this.#fail("timeout");
    }, timeout);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the request waited for a connection.
    if (this.#over) controller.abort(new Error("given up"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Informational responses such as 103 precede the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = flat(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const skimmer = this.#status < 300 ? this.#skimmer : undefined;
    this.#size += Math.max(chunk.byteLength, leastPiece);
    if (this.#size > this.#maxBody * (skimmer === undefined ? 1 : skimmedFactor)) this.#fail("too_large");
    else if (skimmer !== undefined) skimmer.push(chunk);
    // Copied, because a short piece would keep everything that arrived with it in memory.
    else this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    if (this.#status === 0) {
      this.#fail("transport");
      return;
    }
    const [status, headers] = [this.#status, this.#headers];
    const skimmed = this.#skimmer?.text();
    const bytes = Buffer.concat(this.#chunks);
    const body = skimmed ?? bytes.toString("utf8");
    this.#end({ outcome: "answer", status, headers, body, ...(!isUtf8(bytes) && { invalidUtf8: true }) });
  }

  onResponseError(_controller?: Dispatcher.DispatchController, error?: Error): void {
    this.#fail("transport", faultCodeOf(error));
  }

  #fail(reason: Extract<SourceHttpAnswer, { outcome: "failure" }>["reason"], detail?: string): void {
    if (this.#over) return;
    this.#end({ outcome: "failure", reason, ...(detail !== undefined && { detail }) });
    this.#controller?.abort(new Error(reason));
  }

  #end(answer: SourceHttpAnswer): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#chunks = [];
    this.#settle(answer);
  }
}

/** The code of an error, or of the first nested error that has one: each of several addresses may have failed. */
function faultCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && error.code !== "UND_ERR_SOCKET") return error.code;
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  for (const one of below) {
    const code = faultCodeOf(one);
    if (code !== undefined) return code;
  }
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Undici passes header names in lower case. */
function flat(headers: Readonly<Record<string, string | string[] | undefined>>): { [name: string]: string } {
  const joined: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
