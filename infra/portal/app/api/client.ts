import createClient from "openapi-fetch";
import type { components, paths } from "../../../api-client/api-types.ts";
import { problemText } from "../logic/problem-text.ts";
import { takeEarly } from "./early-answers.ts";
import { actingFor, apiKey, signOut } from "./session.ts";

export type Problem = components["schemas"]["Problem"];

/** The API returned an error, or couldn't be reached (`status` is 0). The message is for the user. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly errors: readonly { readonly field: string; readonly message: string }[];

  constructor(status: number, problem: Partial<Problem>) {
    super(problemText(status, problem));
    this.status = status;
    this.errors = problem.errors ?? [];
  }
}

export const api = createClient<paths>({ fetch: (request) => takeEarly(request) ?? fetch(request) });

api.use({
  onRequest({ request }) {
    if (apiKey.value !== undefined) request.headers.set("authorization", `Bearer ${apiKey.value}`);
    if (actingFor.value !== undefined) request.headers.set("feedhook-partner", actingFor.value);
    return request;
  },
  onResponse({ response, request }) {
    const asked = request.headers.get("authorization");
    // If the request belongs to an earlier session, its 401 response must not end this session.
    if (response.status === 401 && asked === `Bearer ${apiKey.value ?? ""}`)
      signOut("Your key or session isn't valid. Sign in again, or ask for a new link.");
    return undefined;
  },
});

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** Returns the body of a response. Throws ApiProblem if the call fails or the response has no body. */
export async function answerOf<T>(answering: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, response, error } = await arrived(answering);
  if (!response.ok || data === undefined || data === null) throw new ApiProblem(response.status, problemOf(error));
  return data;
}

/** Like `answerOf`, but returns undefined for a 404. */
export async function answerIfFound<T>(answering: Promise<Answer<T>>): Promise<NonNullable<T> | undefined> {
  try {
    return await answerOf(answering);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** Ignores the response's body. Throws ApiProblem if the call fails. */
export async function done(answering: Promise<Answer<unknown>>): Promise<void> {
  const { response, error } = await arrived(answering);
  if (!response.ok) throw new ApiProblem(response.status, problemOf(error));
}

/** Throws ApiProblem if there is no response, because the browser's error isn't meant for users. */
function arrived<T>(answering: Promise<Answer<T>>): Promise<Answer<T>> {
  return answering.catch(() => {
    throw new ApiProblem(0, { detail: "Can't reach Feedhook. Check your connection and try again." });
  });
}

function problemOf(error: unknown): Partial<Problem> {
  return typeof error === "object" && error !== null ? error : {};
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
