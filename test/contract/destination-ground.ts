import { afterEach, beforeEach, vi } from "vitest";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { AwsConnector } from "../../shared/adapters/aws/destinations/aws-connector.ts";
import type { ConnectorRequest } from "../../shared/delivery/attempt/connector.ts";
import type { Destination, DestinationKind } from "../../shared/subscriptions/destination.ts";
import { FakeDestinations } from "../support/fake-destinations.ts";
import { anEvent } from "../unit/fanout/an-event.ts";

export const account = "123456789012";
export const queue = `https://sqs.eu-north-1.amazonaws.com/${account}/orders`;
export const bus = `arn:aws:events:eu-north-1:${account}:event-bus/orders`;
export const roleArn = `arn:aws:iam::${account}:role/feedhook-destination-orders`;
export const allows = ["sqs:SendMessage", "events:PutEvents", "events:DescribeEventBus", "s3:PutObject"];
export const envelope = anEvent({});
const bucket = "https://acme-events.s3.eu-north-1.amazonaws.com/feedhook/";
const targets: { readonly [kind in DestinationKind]: string } = { sqs: queue, eventbridge: bus, s3: bucket };

/** The connector, and AWS with a queue, a bus, a bucket and a role for all of them, anew for each test. */
export class DestinationGround {
  aws = new FakeDestinations();
  endpoint = "";
  /** The time that passes besides the real time (ms). */
  later = 0;
  connector = this.anotherConnector();

  /** Sets itself up before each test of the file. */
  constructor() {
    beforeEach(async () => {
      this.aws = new FakeDestinations();
      this.endpoint = await this.aws.start();
      this.aws.queues.add(queue).add(`${queue}.fifo`);
      this.aws.buses.add(bus);
      this.aws.buckets.set("acme-events", account);
      this.aws.roles.set(roleArn, { externalId: "feedhook-mine", allows });
      vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA");
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
      vi.stubEnv("AWS_SESSION_TOKEN", undefined);
      this.connector = this.anotherConnector();
    });
    afterEach(async () => {
      await this.aws.stop();
      vi.unstubAllEnvs();
    });
  }

  anotherConnector({ isEmulator = false, endpoint = this.endpoint } = {}): AwsConnector {
    return new AwsConnector({ clock: { now: () => systemClock.now() + this.later }, isEmulator, endpoint });
  }

  send(kind: DestinationKind, fields: Partial<Destination> = {}, rest: Partial<ConnectorRequest> = {}) {
    const destination = { kind, target: targets[kind], roleArn, externalId: "feedhook-mine", ...fields };
    const body = Buffer.from(JSON.stringify(envelope));
    const request = { destination, subscription: "sub_1", envelope, body, marks: {}, deadline: 5_000, ...rest };
    return this.connector.send(request);
  }
}
