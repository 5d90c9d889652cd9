import * as z from "zod";
import type { Instance } from "../store/instance.ts";
import { formatInstant, type Micros } from "../store/instant.ts";
import type { Kind } from "../store/masked-ids.ts";
import type { PersonRow } from "../store/rows.ts";
import { countries } from "./references.ts";

export const referenceSchema = z.object({ id: z.string(), name: z.string() });
export const companyReferenceSchema = referenceSchema.extend({
  organizationalNumbers: z.array(
    z.object({ orgNumber: z.string(), country: z.object({ id: z.string(), name: z.string(), code: z.string() }) }),
  ),
});

/**
 * The functions below render a stored value, or nothing if there is none, and absent members are omitted from the JSON.
 */
export function masked(instance: Instance, kind: Kind, id: number | undefined): string | undefined {
  return id === undefined ? undefined : instance.ids.mask(kind, id);
}

export function time(instant: Micros | undefined): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant);
}

function fullName({ firstName, lastName }: Pick<PersonRow, "firstName" | "lastName">): string {
  return [firstName, lastName].filter((part) => part !== undefined).join(" ");
}

export function personReference(instance: Instance, id: number | undefined) {
  if (id === undefined) return undefined;
  const person = instance.everPerson(id);
  return { id: instance.ids.mask("person", id), name: person ? fullName(person) : "" };
}

export function groupReference(instance: Instance, id: number) {
  return { id: instance.ids.mask("group", id), name: instance.tables.group.get(id)?.name ?? "" };
}

export function termReference(instance: Instance, id: number | undefined) {
  const term = id === undefined ? undefined : instance.tables.term.get(id);
  return term && { id: instance.ids.mask(term.kind, term.id), name: term.name };
}

export function companyReference(instance: Instance, id: number | undefined) {
  const company = id === undefined ? undefined : instance.everCompany(id);
  if (company === undefined) return undefined;
  return {
    id: instance.ids.mask("company", company.id),
    name: company.name,
    organizationalNumbers: company.organizationalNumbers.map(({ orgNumber, countryCode }) => ({
      orgNumber,
      country: countryView(instance, countryCode),
    })),
  };
}

function countryView(instance: Instance, code: string) {
  const place = countries.findIndex((country) => country.code === code);
  return { id: instance.ids.mask("country", place + 1), name: countries[place]?.name ?? code, code };
}
