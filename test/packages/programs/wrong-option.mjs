// An app whose stage lacks the address of the source: the error has to say so, in few lines.
import { App } from "aws-cdk-lib";
import { Feedhook } from "feedhook/cdk";

const given = { stage: "prod", operatorKeyHash: "a".repeat(64), alarmEmail: "ops@acme.test" };
new Feedhook(new App({ analyticsReporting: false }), "Feedhook", given);
