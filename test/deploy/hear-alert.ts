import { createServer } from "node:http";
import * as z from "zod";
import { closeServer, listenLocally } from "../support/local-server.ts";
import type { ApiClient } from "./api-client.ts";

const tested = z.object({ results: z.array(z.object({ channel: z.string(), outcome: z.string() })) });

/** Sets a local chat server as a partner's channel, and sends it a test alert. Throws an Error if it doesn't arrive. */
export async function hearAlert(api: ApiClient, partner: string): Promise<void> {
  let heard = 0;
  const chat = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      heard += 1;
      response.writeHead(200).end();
    });
  });
  try {
    const slackUrl = `${await listenLocally(chat)}/chat`;
    await api.call("PATCH", `/v1/partners/${partner}/alerts`, { slackUrl });
    const { results } = tested.parse(await api.call("POST", `/v1/partners/${partner}/alerts/test`));
    const said = results.map(({ channel, outcome }) => `${channel} ${outcome}`).join(", ");
    if (said !== "slack sent" || heard !== 1) throw new Error(`a test alert: ${said}, and ${heard} arrived`);
  } finally {
    await closeServer(chat);
  }
}
