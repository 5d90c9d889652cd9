import type { z } from "@hono/zod-openapi";
import { type ProblemName, problem, problems } from "./problem.ts";

/** The `content` of a response or body in a route's declaration. */
export function jsonContent<S extends z.ZodType>(schema: S) {
  return { "application/json": { schema } };
}

export function jsonBody<S extends z.ZodType>(schema: S) {
  return { required: true, content: jsonContent(schema) };
}

export function jsonAnswer<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: jsonContent(schema) };
}

/** The error responses in the OpenAPI document. Routes throw them, so the routes' types don't include them. */
export function problemAnswers(...names: readonly ProblemName[]): object {
  const byStatus = new Map<string, { description: string; names: ProblemName[] }>();
  const always: readonly ProblemName[] = ["unauthorized", "forbidden", "too-many-requests", "internal", "unavailable"];
  for (const name of [...names, ...always]) {
    const { status, title } = problems[name];
    const known = byStatus.get(String(status));
    byStatus.set(String(status), {
      description: known === undefined ? title : `${known.description}; ${title}`,
      names: [...(known?.names ?? []), name],
    });
  }
  const content = { "application/problem+json": { schema: problem } };
  return Object.fromEntries(
    [...byStatus].map(([status, { description, names: these }]) => [
      status,
      { description, content, "x-feedhook-problems": these },
    ]),
  );
}
