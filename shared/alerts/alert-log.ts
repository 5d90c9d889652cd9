import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { isoTime } from "../kernel/instant.ts";
import { parseStored } from "../kernel/parse.ts";
import type { SendOutcome } from "../kernel/ports/mailer.ts";
import { absent, type Condition, type Key } from "../kernel/ports/table.ts";
import { takeOfDay } from "../partners/day-allowance.ts";
import { alertChannel } from "./alert-message.ts";
import { alertKind } from "./alert-settings.ts";

/** A partner gets one message for each subject and channel. */
export type AlertSubject = {
  readonly partner: string;
  readonly kind: z.infer<typeof loggedKind>;
  /** Absent if the message isn't about a subscription. */
  readonly subscription?: string | undefined;
  /**
   * The `at` of the alert, or when the test was requested or the code was created (unix ms). Repeated messages about a
   * subject have the same time.
   */
  readonly at: number;
};

const loggedKind = z.enum([...alertKind.options, "test", "code"]);

/** Table `deliveries`, pk `alerts#<partner>`, sk the message's time, kind, subscription and channel. */
export const alertRow = z.object({
  kind: loggedKind,
  subscription: z.string().exactOptional(),
  channel: alertChannel,
  /** The `at` of the message's subject (unix ms). */
  at: z.int(),
  /**
   * `refused`: the message will be tried again. `failed`: the message won't be tried again. `unknown`: the message may
   * have arrived, so it isn't sent again.
   */
  state: z.enum(["sending", "sent", "refused", "failed", "unknown"]),
  attempts: z.int(),
  /** When the last try began (unix ms). */
  triedAt: z.int(),
  /** Why the last try failed, as a code. */
  reason: z.string().exactOptional(),
});
export type AlertRow = z.infer<typeof alertRow>;

/** Per partner, across all channels, because all partners share the operator's mail server and its daily limit. */
const triesPerDay = 1_000;

/** A try without an end counts as interrupted after this time (ms), which exceeds the Lambda function's timeout. */
const longestTry = 120_000;

/**
 * A worker claims each try with a conditional write, so if two workers compete, only one sends. A try without a
 * recorded end isn't repeated. Uses the `deliveries` table, because its items can expire.
 */
export class AlertLog {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /**
   * `refused`: this try was already made and was refused, so the next try is due. `lost`: another worker is making this
   * try, or the try ended in another way.
   */
  async claim(
    subject: AlertSubject,
    channel: AlertRow["channel"],
    attempt: number,
  ): Promise<"claimed" | "lost" | "refused"> {
    const { table, clock, timings } = this.#parts;
    const { kind, subscription, at } = subject;
    const key = keyOf(subject, channel);
    const now = clock.now();
    const row: AlertRow = {
      ...{ kind, channel, at, state: "sending", attempts: attempt, triedAt: now },
      ...defined({ subscription }),
    };
    const expiresAt = Math.ceil((now + timings.deliveryRetention) / 1_000);
    const refusedBefore: Condition = [
      { attribute: "state", is: "equal", value: "refused" },
      { attribute: "attempts", is: "equal", value: attempt - 1 },
    ];
    const when = attempt === 1 ? absent : refusedBefore;
    const [outcome] = await table.put([{ item: { ...row, ...key, expiresAt }, when }]);
    if (outcome === "written") return "claimed";
    const standing = await table.get(key);
    const { state, attempts } = parseStored(alertRow, standing, `alert ${key.sk}`);
    return state === "refused" && attempts === attempt ? "refused" : "lost";
  }

  /** Returns false if the partner has no try left for the day. */
  takeTry(partner: string): Promise<boolean> {
    const { table, clock } = this.#parts;
    return takeOfDay(table, { partner, of: "alerts", amount: 1, most: triesPerDay, now: clock.now() });
  }

  /** `isLast`: no other try follows, even if this one was refused. */
  async record(
    subject: AlertSubject,
    channel: AlertRow["channel"],
    result: SendOutcome,
    isLast: boolean,
  ): Promise<void> {
    const state = result.outcome === "refused" ? (isLast ? "failed" : "refused") : result.outcome;
    const reason = result.outcome === "sent" ? undefined : result.reason;
    await this.#parts.table.update({ key: keyOf(subject, channel), set: { state, ...defined({ reason }) } });
  }

  async find(subject: AlertSubject, channel: AlertRow["channel"]): Promise<AlertRow | undefined> {
    const key = keyOf(subject, channel);
    const item = await this.#parts.table.get(key);
    return item === undefined ? undefined : this.#read(item);
  }

  /** Newest first. */
  async latest(partner: string, limit: number): Promise<readonly AlertRow[]> {
    const { items } = await this.#parts.table.query({ pk: partitionOf(partner), descending: true, limit });
    return items.map((item) => this.#read(item));
  }

  #read(item: Key): AlertRow {
    const row = parseStored(alertRow, item, `alert ${item.sk}`);
    const isLost = row.state === "sending" && row.triedAt + longestTry < this.#parts.clock.now();
    return isLost ? { ...row, state: "unknown", reason: "interrupted" } : row;
  }
}

function partitionOf(partner: string): string {
  return `alerts#${partner}`;
}

function keyOf({ partner, kind, subscription = "", at }: AlertSubject, channel: string): Key {
  return { pk: partitionOf(partner), sk: `${isoTime(at)}#${kind}#${subscription}#${channel}` };
}
