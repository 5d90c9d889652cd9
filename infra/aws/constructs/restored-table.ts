import { type ITable, Table } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import type { TableDeclaration } from "../../../shared/kernel/topology.ts";

export type RestoredTableProps = {
  readonly declaration: TableDeclaration;
  readonly tableName: string;
  /** Only a table with a stream has one. `npm run restore-tables` turns the stream on and prints it. */
  readonly streamArn: string | undefined;
  readonly encryptionKey: IKey | undefined;
};

/** An existing table that replaces the stack's own. It was restored from a backup under a new name. */
export class RestoredTable extends Construct {
  readonly table: ITable;

  constructor(scope: Construct, id: string, props: RestoredTableProps) {
    super(scope, id);
    const { declaration, tableName, streamArn, encryptionKey } = props;
    this.table = Table.fromTableAttributes(this, "Table", {
      tableName,
      globalIndexes: declaration.indexes.map(({ name }) => name),
      ...(streamArn === undefined ? {} : { tableStreamArn: streamArn }),
      ...(encryptionKey === undefined ? {} : { encryptionKey }),
    });
  }
}
