import type { RecordResource } from "../../kernel/catalogue.ts";
import { pathOf } from "../../source/path-of.ts";

/** Where a resource's lists stand: `/person`, `/company-template`. */
export function listPath(resource: RecordResource): string {
  return pathOf(resource.replace("_", "-"));
}

/** Where one record is read. */
export function recordPath(resource: RecordResource, id: string): string {
  return `${listPath(resource)}${pathOf(id)}`;
}
