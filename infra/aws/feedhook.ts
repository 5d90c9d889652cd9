import type { EventBus } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { createStacks, feedhookContext } from "./create-stacks.ts";
import type { GivenOptions } from "./options.ts";
import { readOptions } from "./read-options.ts";
import type { AlarmTopics } from "./stage-rules.ts";

/**
 * The options of a stage's file (docs/deploy.md): at least `stage`, `partnerUrl` and `operatorKeyHash`. In `prod`, and
 * with `protectStacks`, `alarmEmail` or `alarmTopicArn` is also required.
 */
export type FeedhookProps = GivenOptions;

/**
 * The whole bridge in your own app: `new Feedhook(app, "Feedhook", { stage: "dev", partnerUrl, operatorKeyHash })`. It
 * creates the same stacks as `cdk deploy` in Feedhook's repository, under the same names (`Feedhook-dev-Data` …), so
 * operators' commands work with them. Throws an Error that names every wrong option.
 */
export class Feedhook extends Construct {
  /** The bus with an event for every change on the source platform, for rules and `BridgeConsumer`. */
  readonly bus: EventBus;
  /**
   * `page` is for alarms that need immediate action, `ticket` for alarms that can wait for a working day. Without a
   * separate topic for tickets, both are the same topic.
   */
  readonly alarmTopics: AlarmTopics;
  /** Base URL of the management API and the portal. */
  readonly apiUrl: string;

  constructor(scope: Construct, id: string, props: FeedhookProps) {
    super(scope, id);
    for (const [key, value] of Object.entries(feedhookContext)) this.node.setContext(key, value);
    const { data, api } = createStacks(this, readOptions({ ...props }, `the props of ${this.node.path}`));
    this.bus = data.bus;
    this.alarmTopics = data.topics;
    this.apiUrl = api.url;
  }
}
