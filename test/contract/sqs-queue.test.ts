import { startSqs } from "../support/sqs.ts";
import { describeQueue } from "./queue-contract.ts";

describeQueue("SQS", startSqs);
