import { seesOwner } from "../../infra/sandbox/documents/owners.ts";
import type { Session } from "../../infra/sandbox/http/session.ts";
import { seesActivity, seesCompany, seesProject } from "../../infra/sandbox/resources/permissions.ts";
import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { Kind } from "../../infra/sandbox/store/masked-ids.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";

/** Whether the source currently shows a record of an instance (by default the first) to the bridge's credential. */
export function isShown(
  sandbox: Sandbox,
  { type, id }: Pick<Envelope["subject"], "type" | "id">,
  name?: string,
): boolean {
  const [first] = [...sandbox.instances.values()];
  const instance = name === undefined ? first : sandbox.instances.get(name);
  if (instance === undefined) return false;
  const [credential] = [...instance.tables.credential.all()];
  const session: Session = { instance, locale: "en", actorId: credential?.actorId ?? 0, actedById: undefined };
  const row = <Row>(kind: Kind, table: { get(number: number): Row | undefined }): Row | undefined => {
    const unmasked = instance.ids.read(kind, id);
    return unmasked.outcome === "ok" ? table.get(unmasked.number) : undefined;
  };
  const { person, company, project, activity, document, folder, companyTemplate, projectTemplate } = instance.tables;
  const shows = <Row>(found: Row | undefined, sees: (one: Row) => boolean): boolean =>
    found !== undefined && sees(found);
  switch (type) {
    case "person":
      return row("person", person) !== undefined;
    case "company":
      return shows(row("company", company), (one) => seesCompany(session, one));
    case "project":
      return shows(row("project", project), (one) => seesProject(session, one));
    case "activity":
      return shows(row("activity", activity), (one) => seesActivity(session, one));
    case "company_template":
      return row("company-template", companyTemplate) !== undefined;
    case "project_template":
      return row("project-template", projectTemplate) !== undefined;
    case "document":
      return shows(row("document", document), ({ owner }) => seesOwner(session, owner));
    case "folder":
      return shows(row("folder", folder), ({ owner }) => seesOwner(session, owner));
    default:
      return false;
  }
}
