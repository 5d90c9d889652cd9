import * as z from "zod";
import { defined } from "../kernel/defined.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { SendOutcome } from "../kernel/ports/mailer.ts";
import { absent, type Condition, type Key, type Table } from "../kernel/ports/table.ts";
import type { Timings } from "../kernel/timings.ts";
import { takeOfDay } from "../partners/day-allowance.ts";
import { alertChannel } from "./alert-message.ts";
import { alertKind } from "./alert-settings.ts";

/** What a message is about; a partner gets one of each name and channel. */
export type AlertSubject = {
  readonly partner: string;
  readonly kind: z.infer<typeof loggedKind>;
  /** Absent where it is about none. */
  readonly subscription?: string | undefined;
  /** Unix ms of what it tells; the same state change always gives the same. */
  readonly at: number;
};

const loggedKind = z.enum([...alertKind.options, "test", "code"]);

/** One message through one channel (`deliveries` table, pk `alerts#<partner>`, sk its time, kind, subscription and channel). */
export const alertRow = z.object({
  kind: loggedKind,
  subscription: z.string().exactOptional(),
  channel: alertChannel,
  /** Unix ms of what it tells. */
  at: z.int(),
  /**
   * `sending`: a worker has it in hand. `refused`: it is tried again later. `failed`: every try was refused. `unknown`: it
   * may have arrived, and isn't sent again.
   */
  state: z.enum(["sending", "sent", "refused", "failed", "unknown"]),
  /** Tries so far, the one under way included. */
  attempts: z.int(),
  /** Unix ms when the last try began. */
  triedAt: z.int(),
  /** Why the last try failed, as a code. */
  reason: z.string().exactOptional(),
});
export type AlertRow = z.infer<typeof alertRow>;

type Parts = {
  /** The `deliveries` table: it is the one whose items expire. */
  readonly table: Pick<Table, "get" | "put" | "update" | "query">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "deliveryRetention">;
};

/** Tries of a partner in a day, through all channels: all partners share the operator's mail server, and what it may send in a day. */
const triesPerDay = 1_000;

/** A worker that was killed never says how its try ended: after this (ms), above the function's timeout, nobody will. */
const longestTry = 120_000;

/**
 * Which messages were sent to a partner. A worker claims a try before it makes it, by a conditional write, so that of two
 * workers one sends; a try whose end nobody recorded isn't repeated.
 */
export class AlertLog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Takes the right to make a try. `lost`: it was made or is being made. `refused`: it was made and refused, so that the next
   * one is to be made.
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
    const standing = await table.get(key, { consistent: true });
    const { state, attempts } = parseStored(alertRow, standing, `alert ${key.sk}`);
    return state === "refused" && attempts === attempt ? "refused" : "lost";
  }

  /** Takes one of the tries that a partner has in a day; false where none is left. */
  takeTry(partner: string): Promise<boolean> {
    const { table, clock } = this.#parts;
    return takeOfDay(table, { partner, of: "alerts", amount: 1, most: triesPerDay, now: clock.now() });
  }

  /** Records how a claimed try ended. `isLast`: no other one follows. */
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
    const item = await this.#parts.table.get(key, { consistent: true });
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
  return { pk: partitionOf(partner), sk: `${new Date(at).toISOString()}#${kind}#${subscription}#${channel}` };
}
