// Only type-checked: the mistakes here have to be errors, and the rest none.

import { type BridgeEvent, createReceiver } from "@feedhook/receiver";
import { queueHandler } from "@feedhook/receiver/bus";
import { expressHandler } from "@feedhook/receiver/express";
import { fastifyPlugin } from "@feedhook/receiver/fastify";
import { fetchHandler } from "@feedhook/receiver/fetch";
import { lambdaUrlHandler } from "@feedhook/receiver/lambda-url";
import { App } from "aws-cdk-lib";
import express from "express";
import fastify from "fastify";
import { type BridgeConsumerProps, Feedhook, type FeedhookProps } from "feedhook/cdk";
import { createApiClient } from "feedhook/client";
import { type BusEvent, bridgeEvent, eventOf } from "feedhook/events";

const receiver = createReceiver({
  secret: "whsec_c2VjcmV0",
  handleExamples: true,
  handle: async (event, { isReplay, isExample }) => {
    if (isExample) return;
    if (event.type === "document.renamed") {
      const subject: "document" = event.subject.type;
      console.log(subject, event.subject.seq + 1, isReplay === true);
    }
    // @ts-expect-error the catalogue has no such type
    if (event.type === "person.exploded") return;
  },
});
// @ts-expect-error a receiver without a secret verifies nothing
createReceiver({ handle: () => undefined });

export const POST: (request: Request) => Promise<Response> = fetchHandler(receiver);
express().post("/hook", expressHandler(receiver));
await fastify().register(fastifyPlugin(receiver), { path: "/hook" });
export const handler = lambdaUrlHandler(receiver);
export const consumer = queueHandler({ handle: (event: BridgeEvent) => event.id });

export const parsed: BridgeEvent = bridgeEvent.parse({});
const type: "person.created" = eventOf("person.created").parse({}).type;
// @ts-expect-error the catalogue has no such type
eventOf("person.exploded");
export const onBus = (message: BusEvent<"company.updated">): "company.updated" => message.detail.type;

const client = createApiClient({ url: "https://bridge.acme.test", key: type });
const { data } = await client.GET("/v1/subscriptions", { params: { query: { limit: 10 } } });
export const urls: (string | undefined)[] = data?.items.map(({ url }) => url) ?? [];
// @ts-expect-error there is no such path
await client.GET("/v1/subscribers");

const props: FeedhookProps = { stage: "prod", partnerUrl: "https://partner.acme.test", operatorKeyHash: "" };
new Feedhook(new App(), "Feedhook", { ...props, staticEgress: true });
// @ts-expect-error an option that doesn't exist
new Feedhook(new App(), "Feedhook", { ...props, staticEgres: true });
export type Wanted = BridgeConsumerProps["eventTypes"];
