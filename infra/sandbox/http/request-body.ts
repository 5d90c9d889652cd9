import type { Context } from "hono";
import { illegal, Problem } from "./problem.ts";

/** Reads an endpoint's declared body. A patch that isn't a merge patch is a 415, and anything unreadable a 400. */
export async function readBody(
  context: Context,
  { method, form }: { method: string; form?: boolean },
): Promise<unknown> {
  const mediaType = (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (method === "patch" && mediaType !== "application/merge-patch+json") {
    throw new Problem("unsupported-media-type", {
      en: "PATCH needs Content-Type application/merge-patch+json",
      no: "PATCH krever Content-Type application/merge-patch+json",
    });
  }
  if (form) return readForm(context, mediaType);
  if (method !== "patch" && mediaType !== "application/json")
    throw illegal("Content-Type", "must be application/json", "må være application/json");
  try {
    return JSON.parse(await context.req.text());
  } catch {
    throw illegal("body", "is not JSON", "er ikke JSON");
  }
}

async function readForm(context: Context, mediaType: string | undefined): Promise<unknown> {
  if (mediaType !== "multipart/form-data")
    throw illegal("Content-Type", "must be multipart/form-data", "må være multipart/form-data");
  try {
    return await context.req.parseBody();
  } catch {
    throw illegal("body", "is not multipart/form-data", "er ikke multipart/form-data");
  }
}
