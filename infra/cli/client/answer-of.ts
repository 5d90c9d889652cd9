import * as z from "zod";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { ApiProblemError, type CliError, UnauthorizedError } from "../cli-errors.ts";

export type Call<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

const problem = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const nextSteps: Readonly<Record<string, string>> = {
  "not-found":
    "Check the ID with `subscriptions list` or `events`. Operators' commands, such as `instances list`, need an operator's key.",
  "quota-exceeded": "Remove something first, or ask your operator for a larger quota.",
  "too-many-requests": "Wait a moment, then repeat the command.",
  unavailable: "Wait a moment, then repeat the command.",
  conflict: "Another request is changing the same resource. Repeat the command.",
  internal: "The bridge had an internal error. Its operator can find the cause in the log.",
};

/** Throws {@link ApiProblemError} or {@link UnauthorizedError}. */
export async function answerOf<T>(call: Call<T>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw problemOf(error, response);
  return data;
}

/** Like {@link answerOf}, but returns undefined for a 404. */
export async function answerIfFound<T>(call: Call<T>): Promise<T | undefined> {
  const { response } = await call;
  return response.status === 404 ? undefined : answerOf(call);
}

/** For a response without a body. Throws the same errors as {@link answerOf}. */
export async function done(call: Call<unknown>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw problemOf(error, response);
}

function problemOf(body: unknown, { status }: Response): CliError {
  const { data } = problem.safeParse(body);
  if (data === undefined) {
    const message = `the response isn't from Feedhook (status ${status})`;
    return new ApiProblemError("unknown", message, "Check that FEEDHOOK_URL is the bridge's own URL.");
  }
  const fields = data.errors?.map(({ field, message }) => `\n  ${printableLine(`${field}: ${message}`)}`) ?? [];
  const said = printableLine(data.detail === undefined ? data.title : `${data.title}: ${data.detail}`);
  const message = `${said}${fields.join("")}`;
  if (status === 401)
    return new UnauthorizedError("the bridge doesn't know this key", "Set FEEDHOOK_KEY to a valid key.");
  if (status === 403)
    return new UnauthorizedError(
      message,
      "Use a key with the required scope; `feedhook keys whoami` shows this key's scopes.",
      "forbidden",
    );
  const name = data.type.split(":").at(-1) ?? data.type;
  return new ApiProblemError(name, message, nextSteps[name]);
}
