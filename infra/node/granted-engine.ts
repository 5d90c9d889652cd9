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
  const { name: functionName, tables, sends, publishes, keys, mails } = declaration;
  const refuse = refusing(functionName);
  const isTenant = (tenant: string) => isNamedBy(grant.tenants, tenant);
  return {
    ...engine,
    table: (name) => {
      if (tables[name] === undefined) throw new NotGrantedError(functionName, `use table ${name}`);
      const table = grantedTable(engine.table(name), name, declaration);
      return name === "subscriptions" ? withinPartitions(table, functionName, grant) : table;
    },
    queue: (name) => {
      if (!sends.includes(name)) throw new NotGrantedError(functionName, `send to queue ${name}`);
      return engine.queue(name);
    },
    mailer: mails === true ? engine.mailer : undefined,
    bus: publishes ? engine.bus : { publish: refuse("publish") },
    keys: {
      wrap: (dataKey, tenant) =>
        keys === "wrap" && isTenant(tenant) ? engine.keys.wrap(dataKey, tenant) : refuse(`wrap keys of ${tenant}`)(),
      unwrap: (wrapped, tenant) =>
        keys !== "none" && isTenant(tenant)
          ? engine.keys.unwrap(wrapped, tenant)
          : refuse(`unwrap keys of ${tenant}`)(),
    },
  };
}

function grantedTable(
  table: Table & TableScanner,
  name: TableName,
  declaration: FunctionDeclaration,
): Table & TableScanner {
  const { name: functionName, tables, indexes, scans } = declaration;
  const reads = tables[name] !== "write";
  const writes = tables[name] !== "read";
  const refuse = refusing(functionName);
  const noRead = refuse(`read table ${name}`);
  const noWrite = refuse(`write table ${name}`);
  return {
    get: reads ? (...args) => table.get(...args) : noRead,
    getAll: reads ? (...args) => table.getAll(...args) : noRead,
    query: reads ? (query) => table.query(query) : noRead,
    queryIndex: (query) =>
      indexes?.[name]?.includes(query.index)
        ? table.queryIndex(query)
        : refuse(`query index ${query.index} of table ${name}`)(),
    scan: scans?.includes(name) ? (scan) => table.scan(scan) : refuse(`scan table ${name}`),
    put: writes ? (puts) => table.put(puts) : noWrite,
    update: writes ? (change) => table.update(change) : noWrite,
    remove: writes ? (...args) => table.remove(...args) : noWrite,
  };
}

/** Instances and partners share `subscriptions`, so a function sees only the partitions granted to it. */
function withinPartitions(
  table: Table & TableScanner,
  functionName: string,
  { partitions }: PartitionGrant,
): Table & TableScanner {
  const within = <T>(touched: readonly { readonly pk: string }[], call: () => Promise<T>): Promise<T> => {
    const foreign = touched.find(({ pk }) => !isNamedBy(partitions, pk));
    return foreign === undefined ? call() : refusing(functionName)(`touch partition ${foreign.pk} of subscriptions`)();
  };
  return {
    ...table,
    get: (key, ...rest) => within([key], () => table.get(key, ...rest)),
    getAll: (keys, ...rest) => within(keys, () => table.getAll(keys, ...rest)),
    query: (query) => within([query], () => table.query(query)),
    put: (puts) =>
      within(
        puts.map(({ item }) => item),
        () => table.put(puts),
      ),
    update: (change) => within([change.key], () => table.update(change)),
    remove: (key, ...rest) => within([key], () => table.remove(key, ...rest)),
  };
}

/** `partner#*` matches every partner's partition. */
function isNamedBy(patterns: readonly string[], partition: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? partition.startsWith(pattern.slice(0, -1)) : pattern === partition,
  );
}

/** Rejects, as AWS would. */
function refusing(functionName: string) {
  return (act: string) => (): Promise<never> => Promise.reject(new NotGrantedError(functionName, act));
}
