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
  /** Whether a partner has a queue in AWS. */
  readonly destination: boolean;
  /** The source's instances, and what each is registered with. */
  readonly instances: readonly { readonly name: string; readonly registration: unknown }[];
  /** Sends dead letters again. */
  readonly redrive: () => Promise<void>;
};

/** What people know of each other and of the bridge, and how they call its API. */
export type Acquaintance = {
  readonly parts: PeopleParts;
  readonly partners: readonly KnownPartner[];
  readonly subscriptions: KnownSubscription[];
  /**
   * URLs of subscriptions that were requested and never confirmed: the API died meanwhile, and their partner was
   * deleted before it tried again. Until a sweep removes what was made of them, events are sent there.
   */
  readonly unconfirmed: Set<string>;
  /** Whether operators paused an instance. */
  pausedOf(instance: string): History<boolean>;
  /** Records that were erased. Their events need not arrive any more. */
  readonly erased: Set<string>;
  /** Events for which somebody requested an immediate retry. */
  readonly retried: Set<string>;
  readonly secrets: Set<string>;
  /** The subscriptions that a partner still has. */
  standing(partner: KnownPartner): KnownSubscription[];
  /** Makes a partner that subscribes to everything. */
  invite(choice: number): Promise<void>;
  asOwner(one: KnownSubscription, method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  asOperator(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** `who` is the caller's name in the trace. */
  call(key: string, method: string, path: string, body: unknown, who: string): Promise<ApiAnswer>;
};
