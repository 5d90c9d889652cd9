import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { startDynamo } from "../support/dynamo.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { describeTable } from "./table-contract.ts";

describeTable("DynamoDB", async (clock) => {
  const { client, close } = await startDynamo();
  const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
  return {
    table: (name) => new DynamoTable({ ...parts, tableName: name, declaration: tables[name] }),
    close,
  };
});
