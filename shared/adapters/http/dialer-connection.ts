import type { Socket } from "node:net";
import type { DialTiming } from "../../delivery/attempt/dialer.ts";
import { FeedhookError } from "../../kernel/errors.ts";
import { type ConnectorParts, openConnection, type Target } from "./dialer-connector.ts";

/** The other side closed the connection, and said no more. */
export class ConnectionClosedError extends FeedhookError {
  readonly code = "connection_closed";
}

/** Who sent the request that is under way on a connection. */
export type Requester = {
  /** It is on its way. */
  onSent(): void;
  onBytes(bytes: Buffer): void;
  /** Nothing more comes. */
  onClosed(failure: Error): void;
};

/** Ms an unused connection is kept. Below the five seconds after which common servers close theirs. */
export const keepAlive = 4_000;

/** An endpoint that says how long it keeps a connection begins to count before we do. */
const keptMargin = 1_000;

/** Ms. What rested for longer may have been closed while the event loop stood still. */
const shortRest = 50;

/** Ms after which a busy connection is replaced: its name may lead elsewhere by now. */
const longestLife = 60_000;

/** A connection to an origin that serves one request at a time; it is opened by the first. */
export class DialConnection {
  readonly origin: string;
  readonly #target: Target;
  readonly #parts: ConnectorParts;
  readonly #abandoned = new AbortController();
  #socket: Socket | undefined;
  /** Whose request waits to be written, and whose was: what came before it was written is no answer to it. */
  #waiting: Requester | undefined;
  #requester: Requester | undefined;
  #steps: DialTiming = {};
  #expiresAt = 0;
  #usedAt = 0;
  #keptFor = keepAlive;

  constructor(origin: string, target: Target, parts: ConnectorParts) {
    this.origin = origin;
    this.#target = target;
    this.#parts = parts;
  }

  send(request: Buffer, requester: Requester): void {
    this.#waiting = requester;
    if (this.#standing === undefined) {
      this.#open(request, requester);
      return;
    }
    const hasRested = Math.abs(this.#parts.now() - this.#usedAt) > shortRest;
    afterTurns(hasRested ? 2 : 1, () => {
      const socket = this.#standing;
      if (this.#waiting !== requester) return;
      if (socket === undefined) this.#open(request, requester);
      else this.#write(socket, request, requester);
    });
  }

  /** What opening took, for the request that waited for it; nothing for those that found it open. */
  takeSteps(): DialTiming {
    const steps = this.#steps;
    this.#steps = {};
    return steps;
  }

  /** Nothing is under way. `keptFor`: ms that the other side keeps it, where it says so. */
  rest(keptFor: number | undefined): void {
    this.#requester = undefined;
    this.#usedAt = this.#parts.now();
    this.#keptFor = keptFor === undefined ? keepAlive : Math.min(keptFor - keptMargin, keepAlive);
    // What only rests keeps no process alive.
    this.#socket?.unref();
  }

  /**
   * Whether it may serve another request. A process that was frozen between two batches wakes up with connections that
   * the other side closed long ago, and with events that didn't arrive yet.
   */
  isFresh(now: number): boolean {
    // A request that isn't fully sent although it is answered would go on into the next one.
    if (this.#standing === undefined || this.#standing.writableLength > 0) return false;
    return now < this.#expiresAt && Math.abs(now - this.#usedAt) <= this.#keptFor;
  }

  /** At once: what is under way hears nothing more. */
  abandon(): void {
    this.#waiting = undefined;
    this.#requester = undefined;
    this.#abandoned.abort();
    this.#socket?.destroy();
  }

  /** The socket, as long as neither side began to close it. */
  get #standing(): Socket | undefined {
    return this.#socket?.readyState === "open" ? this.#socket : undefined;
  }

  #open(request: Buffer, requester: Requester): void {
    this.#expiresAt = this.#parts.now() + longestLife;
    this.#steps = {};
    const onStep = (steps: DialTiming) => {
      this.#steps = { ...this.#steps, ...steps };
    };
    openConnection(this.#target, this.#parts, onStep, this.#abandoned.signal).then(
      (socket) => {
        this.#listen(socket);
        // Abandoned meanwhile: it gets no byte.
        if (this.#waiting !== requester) socket.destroy();
        else this.#write(socket, request, requester);
      },
      (failure: unknown) => {
        requester.onClosed(failure instanceof Error ? failure : new ConnectionClosedError("not connected"));
      },
    );
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    let fault: Error | undefined;
    socket.on("data", (bytes: Buffer) => {
      // What nobody asked for would be taken for the next answer.
      if (this.#requester === undefined || this.#socket !== socket) socket.destroy();
      else this.#requester.onBytes(bytes);
    });
    socket.on("error", (error) => {
      fault = error;
    });
    socket.on("close", () => {
      // Another one may have taken its place.
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#requester?.onClosed(fault ?? new ConnectionClosedError("closed by the other side"));
    });
  }

  #write(socket: Socket, request: Buffer, requester: Requester): void {
    this.#waiting = undefined;
    this.#requester = requester;
    socket.ref();
    socket.write(request);
    requester.onSent();
  }
}

/** After one turn of the event loop what it had in hand is done; in the second it looks for what came meanwhile. */
function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => {
    if (turns > 1) afterTurns(turns - 1, work);
    else work();
  });
}
