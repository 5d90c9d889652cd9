import type { ApiClient } from "../../api-client/create-api-client.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { UsageError } from "../cli-errors.ts";
import { answerIfFound } from "../client/answer-of.ts";
import { explanationOf } from "../client/explanation-of.ts";
import type { Delivery, Difference, Target } from "./compare-ids.ts";

/** `mayBeErased`: whether events of the same hour were erased. An erased event can't be sent again. */
export async function explainDifference(
  { api, subscription }: Target,
  difference: Difference,
  mayBeErased: boolean,
): Promise<{ readonly text: string; readonly isErased: boolean }> {
  const { kind, event } = difference;
  if (kind === "unknown") return { text: await whyUnknown(api, subscription, event), isErased: false };
  const isErased = mayBeErased && !(await isStored(api, event, difference.delivery.instance));
  const why = sentenceOf(difference.delivery);
  return { text: isErased ? `${why} Its record has since been erased.` : why, isErased };
}

async function isStored(api: ApiClient, id: string, instance: string): Promise<boolean> {
  const params = { path: { id }, query: { instance } };
  return (await answerIfFound(api.GET("/v1/events/{id}", { params, parseAs: "text" }))) !== undefined;
}

async function whyUnknown(api: ApiClient, id: string, event: string): Promise<string> {
  const params = { path: { id, event } };
  const found = await answerIfFound(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
  const newest = found?.items.at(-1);
  return newest === undefined ? whyUnsent(api, id, event) : sentenceOf(newest);
}

function sentenceOf({ run, state, attempts, wait }: Delivery): string {
  if (run === "ping" || run === "example") return `A test event (${run}), which isn't counted.`;
  const last = attempts.at(-1);
  const at = last === undefined ? "" : ` at ${last.at}`;
  switch (state) {
    case "delivered":
      // An acknowledged delivery has no attempt.
      if (last?.status === undefined) return "Fetched and acknowledged.";
      return `Sent and answered with ${last.status}${at}${run === "0" ? "" : `, as a replay`}.`;
    case "expired":
      return last === undefined ? "Given up." : `Given up, after ${last.status ?? last.error ?? "an attempt"}${at}.`;
    default:
      return `${stateWord(state)}. ${wait?.sentence ?? ""}`.trim();
  }
}

async function whyUnsent(api: ApiClient, subscription: string, event: string): Promise<string> {
  try {
    const { findings } = await explanationOf(api, event, { subscription });
    const own = findings.find((finding) => finding.event === event && finding.subscription === subscription);
    return `Never sent${own === undefined ? "" : `: ${own.text}`}.`;
  } catch (error) {
    // No instance has the event.
    if (!(error instanceof UsageError)) throw error;
    return "Feedhook has no such event: it was erased, is older than 30 days, or never existed.";
  }
}
