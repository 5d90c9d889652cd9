import type { Engine } from "../../functions/runtime/engine.ts";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import {
  type FunctionDeclaration,
  type PartitionGrant,
  partitionGrants,
} from "../../shared/kernel/function-topology.ts";
import type { Table, TableScanner } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";

/** A function used something that isn't declared for it. On AWS, its role wouldn't allow this. */
export class NotGrantedError extends FeedhookError {
  readonly code = "not_granted";

  constructor(functionName: string, act: string) {
    super(`${functionName} may not ${act}: shared/kernel/function-topology.ts doesn't declare it`);
  }
}

/**
 * An engine as one function sees it on AWS: everything that the topology doesn't declare is refused. Without this, a
 * missing permission would only show in an AWS account.
 */
export function grantedEngine(
  engine: Engine,
  declaration: FunctionDeclaration,
  grant: PartitionGrant = partitionGrants[declaration.name],
): Engine {
  const { name: functionName, tables, sends, publishes = false, keys, mails } = declaration;
  const allow = allowing(functionName);
  const isTenant = (tenant: string) => isNamedBy(grant.tenants, tenant);
  return {
    ...engine,
    table: (name) => {
      if (tables[name] === undefined) throw new NotGrantedError(functionName, `use table ${name}`);
      return grantedTable(engine.table(name), name, declaration, grant);
    },
    queue: (name) => {
      if (!sends.includes(name)) throw new NotGrantedError(functionName, `send to queue ${name}`);
      return engine.queue(name);
    },
    mailer: mails === true ? engine.mailer : undefined,
    bus: { publish: (entries) => allow(publishes, "publish", () => engine.bus.publish(entries)) },
    keys: {
      wrap: (dataKey, tenant) =>
        allow(keys === "wrap" && isTenant(tenant), `wrap keys of ${tenant}`, () => engine.keys.wrap(dataKey, tenant)),
      unwrap: (wrapped, tenant) =>
        allow(keys !== undefined && isTenant(tenant), `unwrap keys of ${tenant}`, () =>
          engine.keys.unwrap(wrapped, tenant),
        ),
    },
  };
}

/** Instances and partners share `subscriptions`, so a function sees only the partitions granted to it. */
function grantedTable(
  table: Table & TableScanner,
  name: TableName,
  { name: functionName, tables, indexes, scans = [] }: FunctionDeclaration,
  { partitions }: PartitionGrant,
): Table & TableScanner {
  const allow = allowing(functionName);
  type Touched = readonly { readonly pk: string }[];
  const touching =
    (isDeclared: boolean, act: string) =>
    <T>(touched: Touched, call: () => Promise<T>): Promise<T> => {
      const foreign = name === "subscriptions" ? touched.find(({ pk }) => !isNamedBy(partitions, pk)) : undefined;
      return allow(foreign === undefined, `touch partition ${foreign?.pk} of subscriptions`, () =>
        allow(isDeclared, act, call),
      );
    };
  const read = touching(tables[name] !== "write", `read table ${name}`);
  const write = touching(tables[name] !== "read", `write table ${name}`);
  return {
    get: (key, ...rest) => read([key], () => table.get(key, ...rest)),
    getAll: (keys, ...rest) => read(keys, () => table.getAll(keys, ...rest)),
    query: (query) => read([query], () => table.query(query)),
    queryIndex: (query) =>
      allow(indexes?.[name]?.includes(query.index) ?? false, `query index ${query.index} of table ${name}`, () =>
        table.queryIndex(query),
      ),
    scan: (scan) => allow(scans.includes(name), `scan table ${name}`, () => table.scan(scan)),
    put: (puts) =>
      write(
        puts.map(({ item }) => item),
        () => table.put(puts),
      ),
    update: (change) => write([change.key], () => table.update(change)),
    remove: (key, ...rest) => write([key], () => table.remove(key, ...rest)),
  };
}

/** `partner#*` matches every partner's partition. */
function isNamedBy(patterns: readonly string[], partition: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? partition.startsWith(pattern.slice(0, -1)) : pattern === partition,
  );
}

/** Rejects what the function may not do, as AWS would. */
function allowing(functionName: string) {
  return <T>(isAllowed: boolean, act: string, call: () => Promise<T>): Promise<T> =>
    isAllowed ? call() : Promise.reject(new NotGrantedError(functionName, act));
}
