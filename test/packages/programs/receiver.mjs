// A subscriber made of nothing but the packages: it subscribes through the client, and takes its webhooks with the kit.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createReceiver } from "@feedhook/receiver";
import { expressHandler } from "@feedhook/receiver/express";
import { createApiClient } from "feedhook/client";
import { eventOf } from "feedhook/events";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const person = eventOf("person.created", "person.updated", "person.removed", "person.restored");
const receiver = createReceiver({
  secret,
  handle: (event) => {
    person.parse(event);
    console.log(`handled ${event.type} ${event.id}`);
  },
  onError: (error) => console.log(`failed ${error.message}`),
});
const server = createServer(expressHandler(receiver));
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  const client = createApiClient({ url: process.env.BRIDGE, key: process.env.KEY });
  const { error } = await client.POST("/v1/subscriptions", { body: { url, eventTypes: ["person.*"], secret } });
  console.log(error === undefined ? "subscribed" : JSON.stringify(error));
});
