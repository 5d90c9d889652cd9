import * as z from "zod";
import type { Instance } from "../store/instance.ts";
import type { Kind } from "../store/masked-ids.ts";
import type { CompanyRow } from "../store/rows.ts";
import { formatInstant, type Micros } from "../store/time.ts";
import { countries } from "./references.ts";

export const referenceSchema = z.object({ id: z.string(), name: z.string() });
export const companyReferenceSchema = referenceSchema.extend({
  organizationalNumbers: z.array(
    z.object({ orgNumber: z.string(), country: z.object({ id: z.string(), name: z.string(), code: z.string() }) }),
  ),
});

export function masked(instance: Instance, kind: Kind, id: number | undefined): string | undefined {
  return id === undefined ? undefined : instance.ids.mask(kind, id);
}

export function time(instant: Micros | undefined): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant);
}

interface Stamps {
  readonly created: Micros;
  readonly createdBy?: number | undefined;
  readonly modified?: Micros | undefined;
  readonly modifiedBy?: number | undefined;
}

export function stamps(instance: Instance, row: Stamps) {
  return {
    created: formatInstant(row.created),
    createdBy: masked(instance, "person", row.createdBy),
    modified: time(row.modified),
    modifiedBy: masked(instance, "person", row.modifiedBy),
  };
}

export function personReference(instance: Instance, id: number | undefined) {
  if (id === undefined) return undefined;
  const { firstName, lastName } = instance.tables.person.ever(id) ?? {};
  const name = [firstName, lastName].filter((part) => part !== undefined).join(" ");
  return { id: instance.ids.mask("person", id), name };
}

export function groupReference(instance: Instance, id: number) {
  return { id: instance.ids.mask("group", id), name: instance.tables.group.get(id)?.name ?? "" };
}

export function termReference(instance: Instance, id: number | undefined) {
  const term = id === undefined ? undefined : instance.tables.term.get(id);
  return term && { id: instance.ids.mask(term.kind, term.id), name: term.name };
}

export function companyReference(instance: Instance, id: number | undefined) {
  const company = id === undefined ? undefined : instance.tables.company.ever(id);
  return company && referenceToCompany(instance, company);
}

export function referenceToCompany(instance: Instance, company: CompanyRow) {
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
