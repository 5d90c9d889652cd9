import { startFauxqs } from "../support/fauxqs.ts";
import { describeQueue } from "./queue-contract.ts";

describeQueue("SQS", startFauxqs);
