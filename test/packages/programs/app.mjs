// A team's own CDK app: the whole bridge in it, and a queue of theirs on its bus.
import { App, Stack } from "aws-cdk-lib";
import { BridgeConsumer, Feedhook } from "feedhook/cdk";

const app = new App({ outdir: "cdk.out", analyticsReporting: false });
const bridge = new Feedhook(app, "Feedhook", {
  stage: "prod",
  partnerUrl: "https://partner.acme.test",
  operatorKeyHash: "a".repeat(64),
  alarmEmail: "ops@acme.test",
  account: "123456789012",
  region: "eu-north-1",
});
const team = new Stack(app, "CrmSync", { env: { account: "123456789012", region: "eu-north-1" } });
new BridgeConsumer(team, "People", { bus: bridge.bus, eventTypes: ["person.*"], alarmTopic: bridge.alarmTopics.page });
app.synth();
