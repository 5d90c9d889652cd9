import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus } from "aws-cdk-lib/aws-events";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { QueueName, TableName } from "../../shared/kernel/topology.ts";
import type { EgressNetwork } from "./constructs/egress-network.ts";

export type TableResource = Omit<ITable, "tableStreamArn"> & { readonly tableStreamArn?: string | undefined };

export type QueueResources = { readonly queue: Queue; readonly deadLetters: Queue };

/** A stack passes the queues that exist when it is built. */
export type Resources = {
  readonly tables: { readonly [name in TableName]: TableResource };
  /**
   * ARNs of the tables that restored ones replaced. Running versions may still use them, so functions keep their
   * permissions.
   */
  readonly formerTables: { readonly [name in TableName]?: string };
  readonly bus: EventBus;
  readonly formerBuses: readonly EventBus[];
  readonly key: IKey;
  readonly formerKeys: readonly string[];
  /** Set if functions that connect to other hosts need fixed addresses. */
  readonly network: EgressNetwork | undefined;
  readonly queues: { readonly [name in QueueName]?: QueueResources };
};

/** Throws an Error if the queue doesn't exist yet when the stack of its function is built. */
export function queueOf(resources: Resources, name: QueueName): QueueResources {
  const queue = resources.queues[name];
  if (queue === undefined) throw new Error(`Queue ${name} doesn't exist yet when a function needs it`);
  return queue;
}
