import { type JsonObject, jsonObject } from "../../../shared/kernel/json.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { UsageError } from "../cli-errors.ts";
import { answerIfFound, answerOf } from "./answer-of.ts";
import { instanceNames } from "./partner-path.ts";

/** Keeps exact numbers. Without an instance, searches each instance that the key can see. */
export async function eventOf(api: ApiClient, id: string, instance: string | undefined): Promise<JsonObject> {
  const read = (name: string) =>
    api.GET("/v1/events/{id}", { params: { path: { id }, query: { instance: name } }, parseAs: "text" });
  const parsed = (text: string) => parseJson(jsonObject, text, "response of the bridge");
  if (instance !== undefined) return parsed(await answerOf(read(instance)));
  for (const name of await instanceNames(api)) {
    const found = await answerIfFound(read(name));
    if (found !== undefined) return parsed(found);
  }
  throw new UsageError(
    `no instance has the event ${id}`,
    "Feedhook keeps events for 30 days. List them: feedhook events",
  );
}
