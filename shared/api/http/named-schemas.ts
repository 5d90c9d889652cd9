import { z } from "@hono/zod-openapi";

/** The schema of an object in a response, which the document lists under `name`. */
export const answerSchema = <S extends z.ZodRawShape>(name: string, shape: S) => z.object(shape).openapi(name);

/** The schema of an object in a request. Unknown members are refused. */
export const inputSchema = <S extends z.ZodRawShape>(name: string, shape: S) => z.strictObject(shape).openapi(name);
