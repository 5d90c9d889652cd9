import type { components } from "../../../api-client/api-types.ts";
import { text } from "../text.ts";

type Problem = Partial<components["schemas"]["Problem"]>;
type FieldError = NonNullable<Problem["errors"]>[number];

const fields: ReadonlyMap<string, string> = new Map(Object.entries(text.fields));

/** The label of a field in the forms. A field without a label keeps its path in the API. */
const labelOf = (field: string): string =>
  fields.get(field.replace(/\.\d+$/, "")) ?? field.replace(/^headers\./, "Header ");

/** An API message about a field, as a sentence. The message continues the field's name: `must be an https URL`. */
export const fieldSentence = ({ field, message }: FieldError): string => `${labelOf(field)} ${message}.`;

/** What an API error means to the user. `status` is 0 if there was no response. */
export function problemText(status: number, { title, detail, errors = [] }: Problem): string {
  if (errors.length > 0) return errors.map(fieldSentence).join(" ");
  if (detail !== undefined) return detail;
  // The title of an error on the server says nothing that the user can act on.
  return title === undefined || status >= 500 ? text.serverError(status) : `${title}.`;
}
