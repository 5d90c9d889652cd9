import { describeAlertStore } from "./alert-store-contract.ts";
import { engines } from "./table-engines.ts";

for (const { name, open } of engines) describeAlertStore(name, open);
