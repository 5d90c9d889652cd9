import type { TableContext } from "../kernel/context.ts";
import { freshDraw } from "../kernel/draw.ts";
import { isSameSecret } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Condition } from "../kernel/ports/table.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import type { AlertChannel } from "./alert-message.ts";
import { type AlertSettings, alertSettings, codeTries, noAlerts } from "./alert-settings.ts";

type Parts = TableContext & { readonly secrets: SecretBox };

/** How long (ms) a code can confirm an address. */
const codeLife = 3_600_000;

export type Confirmation =
  | { readonly outcome: "ok"; readonly settings: AlertSettings }
  /** No address is set, or it is already confirmed. */
  | { readonly outcome: "notFound" }
  /** The code is wrong or has expired. After too many tries, a new code is needed. */
  | { readonly outcome: "invalid"; readonly triesLeft: number };

/** Chat addresses, routing keys and the codes that confirm email addresses are sealed. */
export class AlertSettingsStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read(partner: string): Promise<AlertSettings> {
    const item = await this.#parts.table.get(keyOf(partner));
    return item === undefined ? noAlerts : parseStored(alertSettings, item, `alert settings of ${partner}`);
  }

  /**
   * `change` may run again on newer settings. If it returns undefined, nothing changes. Throws ContentionError after
   * too many conflicts.
   */
  change(partner: string, change: (current: AlertSettings) => AlertSettings | undefined): Promise<AlertSettings> {
    return retryOnConflict(`the item with the alert settings of ${partner}`, async () => {
      const current = await this.read(partner);
      const wanted = change(current);
      if (wanted === undefined) return current;
      const changed: AlertSettings = { ...wanted, updatedAt: this.#parts.clock.now(), rev: current.rev + 1 };
      const when: Condition = current.rev === 0 ? absent : [{ attribute: "rev", is: "equal", value: current.rev }];
      const [outcome] = await this.#parts.table.put([{ item: { ...changed, ...keyOf(partner) }, when }]);
      return outcome === "written" ? changed : "conflict";
    });
  }

  async sealChat(
    partner: string,
    channel: "slack" | "teams",
    url: string,
  ): Promise<NonNullable<AlertSettings["slack"]>> {
    const sealed = await this.#parts.secrets.seal(partnerPartition(partner), secretOf(channel), url);
    return { sealed, host: new URL(url).host };
  }

  async sealPagerDuty(
    partner: string,
    routingKey: string,
    url: string,
  ): Promise<NonNullable<AlertSettings["pagerduty"]>> {
    return {
      sealed: await this.#parts.secrets.seal(partnerPartition(partner), secretOf("pagerduty"), routingKey),
      url,
    };
  }

  /** Opens a chat's address or a PagerDuty routing key. */
  openChat(
    partner: string,
    channel: Exclude<AlertChannel, "email">,
    { sealed }: { readonly sealed: string },
  ): Promise<string> {
    return this.#parts.secrets.open(partnerPartition(partner), secretOf(channel), sealed);
  }

  async makeCode(partner: string): Promise<NonNullable<NonNullable<AlertSettings["email"]>["code"]>> {
    const { secrets, clock, randomness } = this.#parts;
    const madeAt = clock.now();
    const sealed = await secrets.seal(partnerPartition(partner), codeSecret, eightDigits(randomness.bytes(8)));
    return { sealed, madeAt, expiresAt: madeAt + codeLife, triesLeft: codeTries };
  }

  /** Returns the code that was created at `madeAt` (unix ms), if it is still valid. */
  async openCode(partner: string, { email }: AlertSettings, madeAt: number): Promise<string | undefined> {
    const code = email?.code;
    if (code === undefined || code.madeAt !== madeAt || code.expiresAt <= this.#parts.clock.now()) return undefined;
    return this.#parts.secrets.open(partnerPartition(partner), codeSecret, code.sealed);
  }

  /**
   * A wrong code is counted before the response is sent. If `draw` repeats a request that confirmed the address, the
   * outcome is `ok` again.
   */
  async confirm(partner: string, given: string, draw = freshDraw(this.#parts)): Promise<Confirmation> {
    const before = await this.read(partner);
    const code = before.email?.code;
    if (code === undefined) {
      const isDone = draw.isRepeat && (before.email?.confirmedAt ?? 0) >= draw.at;
      return isDone ? { outcome: "ok", settings: before } : { outcome: "notFound" };
    }
    const expected = code.triesLeft > 0 ? await this.openCode(partner, before, code.madeAt) : undefined;
    const isRight = expected !== undefined && isSameSecret(expected, given);
    const now = this.#parts.clock.now();
    const settings = await this.change(partner, (current) => {
      const { email } = current;
      if (email?.code?.madeAt !== code.madeAt || email.code.triesLeft <= 0) return undefined;
      if (isRight) return { ...current, email: { address: email.address, confirmedAt: now } };
      return { ...current, email: { ...email, code: { ...email.code, triesLeft: email.code.triesLeft - 1 } } };
    });
    // Between the read and the change, other requests may have used up the tries or set another address.
    if (isRight && settings.email?.confirmedAt === now) return { outcome: "ok", settings };
    return { outcome: "invalid", triesLeft: settings.email?.code?.triesLeft ?? 0 };
  }
}

const secretOf = (channel: Exclude<AlertChannel, "email">) => `alerts-${channel}`;
const codeSecret = "alerts-code";

function keyOf(partner: string) {
  return { pk: partnerPartition(partner), sk: "alerts" };
}

function eightDigits(bytes: Uint8Array): string {
  const number = Buffer.from(bytes).readBigUInt64BE() % 100_000_000n;
  return String(number).padStart(8, "0");
}
