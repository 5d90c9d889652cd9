import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { SharedTokens } from "../../../shared/source/shared-tokens.ts";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { type Container, onTable } from "../container.ts";

export function secretBox({ engine }: Container): SecretBox {
  const { keys, clock, randomness, settings } = engine;
  const table = engine.table("subscriptions");
  return new SecretBox({ table, keys, clock, randomness, cacheMs: settings.timings.dataKeyCache });
}

export function instanceRegistry({ engine, get }: Container): InstanceRegistry {
  return new InstanceRegistry(engine.table("subscriptions"), get(secretBox));
}

export function sharedTokens({ engine, get }: Container): SharedTokens {
  return new SharedTokens(engine.table("subscriptions"), get(secretBox), engine.clock);
}

export const sourceOutages = /* @__PURE__ */ onTable("feeds", (table, { clock }) => new SourceOutages(table, clock));
export const clockSkews = /* @__PURE__ */ onTable("feeds", (table) => new ClockSkews(table));
