import * as z from "zod";
import { UnsealError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Key, Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { readScopes } from "./token-request.ts";

/** A worker that took the right to ask for a token and died keeps the others waiting for this long (ms). */
export const tokenClaimLife = 30_000;
/** Clocks of several workers differ by less than this (ms): a claim that seems to last longer was made by a clock that was set back since. */
const clocksDiffer = 60_000;

const tokenItem = z.object({
  /** How many tokens the workers of the instance were given. */
  generation: z.int(),
  /** The newest one, a {@link sharedToken} in JSON; absent until the first one came. */
  sealed: z.string().exactOptional(),
  /** Until then (unix ms) one worker asks for the next token, and the others wait for it. */
  claimedUntil: z.int().exactOptional(),
});

const sharedToken = z.object({
  value: z.string(),
  scope: z.enum(readScopes),
  /** The digest of the credential pair that it belongs to. */
  pair: z.string(),
  requestedAt: z.number(),
  renewAt: z.number(),
});
export type SharedToken = z.infer<typeof sharedToken>;

/** What the workers of an instance share. */
export type TokenState = {
  readonly generation: number;
  readonly token: SharedToken | undefined;
  readonly claimedUntil: number | undefined;
};

/**
 * The newest access token of an instance, shared by all workers (`subscriptions` table, pk `instance#<name>`, sk `token`): a
 * source may let a client have one live token only, and revoke it when the next one is issued. One worker at a time asks for
 * a token.
 */
export class SharedTokens {
  readonly #table: Pick<Table, "get" | "update">;
  readonly #box: Pick<SecretBox, "seal" | "open">;
  readonly #clock: Clock;

  constructor(table: Pick<Table, "get" | "update">, box: Pick<SecretBox, "seal" | "open">, clock: Clock) {
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

  /** Whether a worker asks for a token at the moment. */
  isClaimed({ claimedUntil = 0 }: TokenState): boolean {
    const left = claimedUntil - this.#clock.now();
    return left > 0 && left <= tokenClaimLife + clocksDiffer;
  }

  /** Takes the right to ask for a token, and returns the state since. Undefined: another worker was faster. */
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

  /** Shares the token that came for a claim, and ends the claim. False: the claim had run out, and another worker has shared one. */
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

  /** Ends a claim for which no token came, unless it has run out and another worker has claimed since. */
  async release(instance: string, { claimedUntil = 0 }: TokenState): Promise<void> {
    const when = [{ attribute: "claimedUntil", is: "equal", value: claimedUntil }] as const;
    await this.#table.update({ key: keyOf(instance), remove: ["claimedUntil"], when });
  }

  async #open(instance: string, sealed: string): Promise<SharedToken | undefined> {
    try {
      const text = await this.#box.open(tenantOf(instance), itemId, sealed);
      return parseStored(sharedToken, JSON.parse(text), `token of ${instance}`);
    } catch (error) {
      // The next token takes its place.
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }
}

const itemId = "token";
const tenantOf = (instance: string): string => `instance#${instance}`;
const keyOf = (instance: string): Key => ({ pk: tenantOf(instance), sk: itemId });
