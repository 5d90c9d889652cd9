import type { Owner } from "../../kernel/envelope.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source, SourceAnswer } from "../../source/source.ts";
import { ownerPath } from "../journal/unresolved-owner.ts";
import type { CompletedPass } from "./owner-mirror.ts";

/** Documents that a canary is looked for among: one of them may itself be gone by now. */
const canaries = 3;

/**
 * Whether single reads answer at all: a document that the list showed just now, or where it showed none, the owner. Without
 * one a 404 may as well come from an unknown instance or lost access (hazards 26, 27).
 */
export async function checkWitness(source: Source, owner: Owner, shown: readonly string[]): ReturnType<Canary> {
  const path = ownerPath(owner);
  const paths = [
    ...shown.slice(0, canaries).map((id) => pathOf("document", id)),
    ...(path === undefined ? [] : [path]),
  ];
  for (const candidate of paths) {
    const said = wordOf(await source.one({ path: candidate }));
    if (said !== "gone") return said;
  }
  return "silent";
}

/** Any list of the instance, where the owner that could answer is the one that is gone. */
export async function askInstance(source: Source): ReturnType<Canary> {
  const said = wordOf(await source.page({ path: "/company", query: { limit: "1" } }));
  return said === "gone" ? "silent" : said;
}

type Canary = CompletedPass["canary"];

function wordOf({ outcome }: SourceAnswer<unknown>): Awaited<ReturnType<Canary>> | "gone" {
  if (outcome === "ok") return "alive";
  if (outcome === "notFound") return "gone";
  return outcome === "exhausted" ? "exhausted" : "silent";
}
