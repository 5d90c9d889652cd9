import { describeTable } from "./table-contract.ts";
import { openDynamoTables } from "./table-engines.ts";

describeTable("DynamoDB", openDynamoTables);
