import { conflict } from "../../http/problem.ts";
import type { Instance, Write } from "../../store/instance.ts";
import { type CompanyRow, companyTexts } from "../../store/rows.ts";
import { touchRecord } from "../put-record.ts";
import { countries, resolve, resolveCountry, resolveParent, resolveRequired, stampsOf } from "../references.ts";
import type { CompanyBody } from "./company-view.ts";

export function deactivateCompany(instance: Instance, write: Write, row: CompanyRow): void {
  if (!row.isActive) return;
  touchRecord(instance, write, "company", row, { isActive: false });
}

export function holdersOf(
  instance: Instance,
  numbers: { orgNumber?: string | undefined; companyNumber?: string | undefined },
) {
  const { orgNumber, companyNumber } = numbers;
  const { company } = instance.tables;
  const byOrgNumber = orgNumber === undefined ? [] : company.rowsOf("orgNumber", orgNumber);
  return [...byOrgNumber, ...(companyNumber === undefined ? [] : company.rowsOf("companyNumber", companyNumber))];
}

function assertNumbersFree(instance: Instance, row: CompanyRow): void {
  const orgNumber = row.organizationalNumbers[0]?.orgNumber;
  const others = (numbers: Parameters<typeof holdersOf>[1]) =>
    holdersOf(instance, numbers).some((holder) => holder.id !== row.id);
  if (others({ companyNumber: row.texts.companyNumber })) {
    throw conflict("companyNumber: already used by another company", "companyNumber: brukes av et annet selskap");
  }
  if (others({ orgNumber })) {
    throw conflict("organizationalNumbers: number already used", "organizationalNumbers: nummeret er i bruk");
  }
}

export function companyRow(instance: Instance, write: Write, body: CompanyBody, row?: CompanyRow): CompanyRow {
  const stamps = stampsOf(instance, write, body, row);
  const template = resolve(instance, "company-template", "templateId", body, row);
  const defaults = template === undefined ? undefined : instance.tables.companyTemplate.get(template);
  resolveCountry("invoiceCountryCode", body.invoiceCountryCode);
  const filled = {
    ...stamps,
    name: body.name,
    countryCode: resolveCountry("countryCode", body.countryCode) ?? countries[0].code,
    ownerGroupId: resolveRequired(instance, "group", "ownerGroupId", body, row),
    texts: companyTexts.parse(body),
    parentId: resolveParent(instance, "company", body, row),
    templateId: template,
    responsiblePersonId: resolve(instance, "person", "responsiblePersonId", body, row),
    invoiceCompanyId: resolve(instance, "company", "invoiceCompanyId", body, row),
    invoiceRecipientId: resolve(instance, "person", "invoiceRecipientId", body, row),
    isInvoiceAddressOverridden: body.isInvoiceAddressOverridden ?? false,
    isActive: body.isActive ?? true,
    isPrivate: body.isPrivate ?? false,
    isPublicAccess: body.isPublicAccess ?? defaults?.defaultPublicAccess ?? true,
    organizationalNumbers: (body.organizationalNumbers ?? []).map(({ orgNumber, countryCode }) => ({
      orgNumber,
      countryCode: resolveCountry("organizationalNumbers.countryCode", countryCode) ?? countryCode,
    })),
  };
  assertNumbersFree(instance, filled);
  return filled;
}
