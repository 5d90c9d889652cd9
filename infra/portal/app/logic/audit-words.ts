import { decoded } from "./decoded.ts";
import { inPortalWords, upperFirst } from "./sentence.ts";

/** Operations whose text can't be derived from their name. */
const operations: ReadonlyMap<string, string> = new Map([["putInstance", "Save instance"]]);

/** `Update endpoint` for `updateSubscription`. */
export function operationText(operation: string): string {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return operations.get(operation) ?? upperFirst(inPortalWords(words));
}

/**
 * The resource in a request's path (`/v1/<kind>/<id>/…`). `href` is absent if the portal has no page for it, or if
 * `names` lacks it (an instance needs no name).
 */
export function targetOf(
  path: string,
  names: ReadonlyMap<string, string>,
): { readonly name: string; readonly href?: string | undefined } | undefined {
  const [, secret] = /\/(?:keys|portal-links)\/([^/{]+)$/.exec(path) ?? [];
  if (secret !== undefined) return { name: secret };
  const [, kind = "", raw = ""] = /^\/v1\/([\w-]+)\/([^/{]+)/.exec(path) ?? [];
  if (raw === "") return undefined;
  // The audit log keeps only the first 512 characters of a path, so the ID may end within an escape.
  const id = decoded(raw);
  const page = pages.get(kind);
  return {
    name: names.get(id) ?? id,
    href: page !== undefined && (kind === "instances" || names.has(id)) ? `${page}/${id}` : undefined,
  };
}

const pages: ReadonlyMap<string, string> = new Map([
  ["subscriptions", "/portal/endpoints"],
  ["partners", "/portal/partners"],
  ["instances", "/portal/instances"],
]);
