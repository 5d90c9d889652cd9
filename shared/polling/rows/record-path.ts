import type { RecordResource } from "../../kernel/catalogue.ts";
import { pathOf } from "../../source/path-of.ts";

/** The path of a resource's list, such as `/person` or `/company-template`. */
export function listPath(resource: RecordResource): string {
  return pathOf(resource.replace("_", "-"));
}

export function recordPath(resource: RecordResource, id: string): string {
  return `${listPath(resource)}${pathOf(id)}`;
}
