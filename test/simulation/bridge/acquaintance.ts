import type { ApiAnswer, ApiClient } from "./api-client.ts";
import type { Ground } from "./ground.ts";
import type { History, KnownPartner, KnownSubscription } from "./histories.ts";
import type { Subscribers } from "./subscribers.ts";
import type { Witness } from "./witness.ts";

export type PeopleParts = {
  readonly ground: Ground;
  readonly api: ApiClient;
  readonly subscribers: Subscribers;
  readonly witness: Witness;
  readonly operatorKey: string;
  /** The source's instances, and what each is registered with. */
  readonly instances: readonly { readonly name: string; readonly registration: unknown }[];
  /** Sends dead letters again. */
  readonly redrive: () => Promise<void>;
};

/** What those who act know of each other and of the bridge, and how they call its API. */
export type Acquaintance = {
  readonly parts: PeopleParts;
  readonly partners: readonly KnownPartner[];
  readonly subscriptions: KnownSubscription[];
  /**
   * Addresses of subscriptions that were asked for and never confirmed: the API died over them, and their partner was deleted before it
   * asked again. Until a sweep removes what was made of them, events go there.
   */
  readonly unconfirmed: Set<string>;
  /** Whether operators paused an instance. */
  pausedOf(instance: string): History<boolean>;
  /** Records that were erased: nothing of theirs need arrive any more. */
  readonly erased: Set<string>;
  /** Events of which somebody asked that they are sent again at once. */
  readonly retried: Set<string>;
  readonly secrets: Set<string>;
  /** The subscriptions that a partner still has. */
  standing(partner: KnownPartner): KnownSubscription[];
  /** Makes a partner that subscribes to everything. */
  invite(choice: number): Promise<void>;
  asOwner(one: KnownSubscription, method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  asOperator(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** `who` is whom the trace names. */
  call(key: string, method: string, path: string, body: unknown, who: string): Promise<ApiAnswer>;
};
