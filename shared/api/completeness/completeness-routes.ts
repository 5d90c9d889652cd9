import { ownInstance } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { completenessOf } from "./completeness-of.ts";
import { completenessAnswer, completenessQuery } from "./completeness-schemas.ts";

export const completenessRoutes = [
  endpoint("getCompleteness", "get", "/v1/completeness", {
    ...{ tag: "Status", who: "partner", scope: "read" },
    summary: "Retrieve an instance's completeness",
    description:
      "Returns, for each kind of record, the time up to which an instance's changes and removals are known to be read and published, and what is uncertain. With `to`, also returns whether the period is complete.",
    query: completenessQuery,
    answers: { 200: ["The instance's completeness", completenessAnswer] },
    problems: ["not-found"],
    async handle({ query, caller }, services) {
      const instance = await ownInstance(services, caller, query.instance);
      const [from, to] = [query.from, query.to].map((time) => (time === undefined ? undefined : Date.parse(time)));
      if (from !== undefined && to === undefined)
        throw RequestError.invalid([{ field: "to", message: "must be set if `from` is" }]);
      if (from !== undefined && to !== undefined && from >= to)
        throw RequestError.invalid([{ field: "to", message: "must be after `from`" }]);
      return completenessOf(services, instance, { kinds: query.kinds, from, to });
    },
  }),
];
