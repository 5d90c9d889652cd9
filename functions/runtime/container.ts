import type { Context } from "../../shared/kernel/context.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import type { Engine } from "./engine.ts";

/** Builds a service. The container identifies the service by this function. */
export type Service<T> = (container: Container) => T;

export type Container = {
  readonly engine: Engine;
  readonly context: Context;
  /**
   * The container's only instance of a service, built at the first call. If a build throws, the next call tries again.
   * Throws if the service depends on itself.
   */
  readonly get: <T>(service: Service<T>) => T;
};

export type Replacement = { readonly service: Service<unknown>; readonly build: Service<unknown> };

/** For callers that supply their own service, such as a mailer or a source. */
export function replaced<T>(service: Service<T>, build: Service<T>): Replacement {
  return { service, build };
}

/**
 * A service that needs only one table and the context. Mark each call as pure: the bundler then leaves out the services
 * that a Lambda function doesn't use.
 */
export function onTable<T>(
  name: TableName,
  build: (table: ReturnType<Engine["table"]>, context: Context) => T,
): Service<T> {
  return ({ engine, context }) => build(engine.table(name), context);
}

/** Does the same for a store that gets both in one object. */
export function storeOn<T>(
  name: TableName,
  Store: new (parts: Context & { readonly table: ReturnType<Engine["table"]> }) => T,
): Service<T> {
  return onTable(name, (table, context) => new Store({ ...context, table }));
}

/**
 * Builds each service once, when it is first needed, so that a Lambda function loads and connects only what it uses.
 */
export function createContainer(engine: Engine, ...replacements: readonly Replacement[]): Container {
  const built = new Map<Service<unknown>, { readonly instance: unknown }>();
  const builds = new Map(replacements.map(({ service, build }) => [service, build]));
  const building = new Set<Service<unknown>>();

  function get<T>(service: Service<T>): T;
  function get(service: Service<unknown>): unknown {
    const known = built.get(service);
    if (known !== undefined) return known.instance;
    if (building.has(service)) throw new Error(`the service ${service.name} depends on itself`);
    building.add(service);
    try {
      const instance = (builds.get(service) ?? service)(container);
      built.set(service, { instance });
      return instance;
    } finally {
      building.delete(service);
    }
  }

  const { clock, sleeper, randomness, logger, metrics, tracer, settings } = engine;
  const context = { clock, sleeper, randomness, logger, metrics, tracer, timings: settings.timings };
  const container: Container = { engine, context, get };
  return container;
}
