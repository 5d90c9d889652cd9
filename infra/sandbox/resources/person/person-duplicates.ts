import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { illegal } from "../../http/problem.ts";
import { wholeNumber } from "../../store/fields.ts";
import type { Instance } from "../../store/instance.ts";
import type { PersonRow } from "../../store/rows.ts";
import { nameTokens } from "../../store/tables.ts";
import { isCalendarDate } from "../../store/time.ts";
import { leanPerson, personLean } from "./person-view.ts";

/** The contract reduces a larger `limit` to the maximum only in duplicate searches. */
export const probeLimit = wholeNumber(z.number().int().min(1))
  .default(20)
  .transform((limit) => Math.min(limit, 100));

const query = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  birthDate: z.string().refine(isCalendarDate, "is not a date").optional(),
  email: z.email().optional(),
  limit: probeLimit,
});

export function personDuplicates(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/person/duplicates",
    summary: "Find persons that may be duplicates",
    query,
    answer: z.object({ items: z.array(personLean) }),
    handle: ({ session: { instance }, query: signals }) => {
      const { firstName, lastName, birthDate, email, limit } = signals;
      const hasName = firstName !== undefined || lastName !== undefined;
      if (!hasName && email === undefined)
        throw illegal("firstName, lastName, email", "one is required", "én er påkrevd");
      if (birthDate !== undefined && !hasName) throw illegal("birthDate", "needs a name", "krever et navn");
      const found = [
        ...(email === undefined ? [] : byEmail(instance, email)),
        ...(hasName ? byName(instance, signals) : []),
      ];
      return { body: { items: [...new Set(found)].slice(0, limit).map((row) => leanPerson(instance, row)) } };
    },
  });
}

const byEmail = (instance: Instance, email: string): PersonRow[] =>
  instance.tables.person.rowsOf("email", email.toLowerCase());

/** Every name in the query must be one of the person's names. A birth date excludes persons with a different one. */
function byName(instance: Instance, { firstName, lastName, birthDate }: z.output<typeof query>): PersonRow[] {
  const [first, ...others] = nameTokens(firstName, lastName);
  if (first === undefined) return [];
  return instance.tables.person
    .rowsOf("nameToken", first)
    .filter(
      (row) =>
        others.every((token) => instance.tables.person.isUnder("nameToken", token, row)) &&
        (birthDate === undefined || row.birthDate === undefined || row.birthDate === birthDate),
    );
}
