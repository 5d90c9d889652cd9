import type { Context } from "../kernel/context.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Table } from "../kernel/ports/table.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import { takeTurnWithin } from "../partners/take-turn-within.ts";
import type { WaitingRequests } from "../partners/waiting-requests.ts";
import type { AlertLog, AlertRow } from "./alert-log.ts";
import type { AlertChannel, AlertMessage } from "./alert-message.ts";
import { channelsOf } from "./alert-sender.ts";
import type { AlertSettingsStore } from "./alert-settings-store.ts";

type Parts = Context & {
  readonly settings: AlertSettingsStore;
  readonly log: AlertLog;
  /** The `subscriptions` table, which stores when `test` and `announceOngoing` last ran for each partner. */
  readonly subscriptions: Table;
  readonly alerts: QueueSender;
  readonly waiting: WaitingRequests;
};

export type TestOutcome =
  /** `row`: undefined if the channel hasn't been tried yet. */
  | {
      readonly outcome: "ok";
      readonly channels: readonly { readonly channel: AlertChannel; readonly row: AlertRow | undefined }[];
    }
  | { readonly outcome: "notFound" }
  | { readonly outcome: "tooSoon" };

/** How often (ms) `test` looks for its results. */
const lookEvery = 100;

/**
 * The shortest time (ms) between two requests by `announceOngoing` for a partner, because each request reads all the
 * partner's endpoints. A request waits in the queue for twice this time, so it also covers a settings change that comes
 * too soon for a request of its own, even if the workers' clocks differ.
 */
const announceGap = 5_000;

/**
 * The API's Lambda function isn't allowed to connect to chats or send mail. So it queues a message for the `alert`
 * function, and reads the result from the log that the `alert` function writes.
 */
export class AlertRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The email goes to the address that the code confirms. `madeAt`: when the code was created (unix ms). */
  async sendCode(partner: string, madeAt: number): Promise<void> {
    await this.#ask({ kind: "code", partner, at: madeAt });
  }

  /** Several settings changes in quick succession share one request. */
  async announceOngoing(partner: string): Promise<void> {
    if (!(await this.#isAllowed(partner, "alerts-ongoing", announceGap))) return;
    await this.#ask({ kind: "ongoing", partner }, 2 * announceGap);
  }

  /** Waits up to `pingWait` for the results, unless too many API requests are already waiting. */
  async test(partner: string): Promise<TestOutcome> {
    const { settings, log, waiting, clock, timings } = this.#parts;
    const channels = channelsOf(await settings.read(partner));
    if (channels.length === 0) return { outcome: "notFound" };
    const at = clock.now();
    if (!(await this.#isAllowed(partner, "alerts-test", timings.pingGap))) return { outcome: "tooSoon" };
    await this.#ask({ kind: "test", partner, at });
    let found: Extract<TestOutcome, { outcome: "ok" }>["channels"] = [];
    await waiting.wait(partner, { until: at + timings.pingWait, lookEvery }, async () => {
      found = await Promise.all(
        channels.map(async (channel) => ({ channel, row: await log.find({ partner, kind: "test", at }, channel) })),
      );
      return found.some(({ row }) => row === undefined || row.state === "sending") ? undefined : found;
    });
    return { outcome: "ok", channels: found };
  }

  async #ask(message: AlertMessage, delay = 0): Promise<void> {
    // These messages are in separate groups, so that a person who is waiting for one of them doesn't also wait for the
    // partner's alerts.
    const group = `${message.partner}/${message.kind}`;
    await this.#parts.alerts.send([{ body: JSON.stringify(message), group, delaySeconds: delay / 1_000 }]);
  }

  #isAllowed(partner: string, sk: string, gap: number): Promise<boolean> {
    const { subscriptions, clock } = this.#parts;
    return takeTurnWithin(subscriptions, { pk: partnerPartition(partner), sk }, { gap, now: clock.now() });
  }
}
