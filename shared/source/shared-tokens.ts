import * as z from "zod";
import { UnsealError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Key, Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { readScopes } from "./token-request.ts";

/** If a worker dies after it claimed the right to request a token, the others wait this long (ms). */
export const tokenClaimLife = 30_000;
/**
 * The clocks of workers differ by less than this (ms). If the time left on a claim exceeds {@link tokenClaimLife} plus
 * this, the claim was created before a clock was set back.
 */
const clocksDiffer = 60_000;

const tokenItem = z.object({
  /** The generation of the newest token; 0 before the first one. */
  generation: z.int(),
  /** A {@link sharedToken} as sealed JSON. */
  sealed: z.string().exactOptional(),
  /** Until this time (unix ms), one worker requests the next token and the others wait for it. */
  claimedUntil: z.int().exactOptional(),
});

const sharedToken = z.object({
  value: z.string(),
  scope: z.enum(readScopes),
  /** The digest of the instance and the credential pair. */
  pair: z.string(),
  requestedAt: z.number(),
  renewAt: z.number(),
});
export type SharedToken = z.infer<typeof sharedToken>;

export type TokenState = {
  readonly generation: number;
  readonly token: SharedToken | undefined;
  readonly claimedUntil: number | undefined;
};

/**
 * The newest access token of an instance (`subscriptions` table, pk `instance#<name>`, sk `token`). A source may allow
 * a client only one live token, and revoke it when it issues the next one. So one worker at a time requests a token for
 * all workers.
 */
export class SharedTokens {
  readonly #table: Table;
  readonly #box: SecretBox;
  readonly #clock: Clock;

  constructor(table: Table, box: SecretBox, clock: Clock) {
    this.#table = table;
    this.#box = box;
    this.#clock = clock;
  }

  async of(instance: string): Promise<TokenState> {
    const item = await this.#table.get(keyOf(instance));
    if (item === undefined) return { generation: 0, token: undefined, claimedUntil: undefined };
    const { generation, sealed, claimedUntil } = parseStored(tokenItem, item, `token of ${instance}`);
    return { generation, token: sealed === undefined ? undefined : await this.#open(instance, sealed), claimedUntil };
  }

  isClaimed({ claimedUntil = 0 }: TokenState): boolean {
    const left = claimedUntil - this.#clock.now();
    return left > 0 && left <= tokenClaimLife + clocksDiffer;
  }

  /** Undefined if another worker was faster. */
  async claim(instance: string, state: TokenState): Promise<TokenState | undefined> {
    const claimedUntil = this.#clock.now() + tokenClaimLife;
    const outcome = await this.#table.update({
      key: keyOf(instance),
      set: { generation: state.generation, claimedUntil },
      when: [
        { attribute: "generation", is: "absentOrAtMost", value: state.generation },
        state.claimedUntil === undefined
          ? { attribute: "claimedUntil", is: "absent" }
          : { attribute: "claimedUntil", is: "equal", value: state.claimedUntil },
      ],
    });
    return outcome === "written" ? { ...state, claimedUntil } : undefined;
  }

  /** Ends the claim. Returns false if the claim had expired, and another worker has shared a token since. */
  async share(
    instance: string,
    { generation: before }: TokenState,
    generation: number,
    token: SharedToken,
  ): Promise<boolean> {
    const sealed = await this.#box.seal(tenantOf(instance), itemId, JSON.stringify(token));
    const outcome = await this.#table.update({
      key: keyOf(instance),
      set: { generation, sealed },
      remove: ["claimedUntil"],
      when: [{ attribute: "generation", is: "absentOrAtMost", value: before }],
    });
    return outcome === "written";
  }

  /** Ends a claim that got no token, unless the claim has expired and another worker holds a newer one. */
  async release(instance: string, { claimedUntil = 0 }: TokenState): Promise<void> {
    const when = [{ attribute: "claimedUntil", is: "equal", value: claimedUntil }] as const;
    await this.#table.update({ key: keyOf(instance), remove: ["claimedUntil"], when });
  }

  async #open(instance: string, sealed: string): Promise<SharedToken | undefined> {
    try {
      const text = await this.#box.open(tenantOf(instance), itemId, sealed);
      return parseStored(sharedToken, JSON.parse(text), `token of ${instance}`);
    } catch (error) {
      // The next token replaces the one that can't be opened.
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }
}

const itemId = "token";
const tenantOf = (instance: string): string => `instance#${instance}`;
const keyOf = (instance: string): Key => ({ pk: tenantOf(instance), sk: itemId });
