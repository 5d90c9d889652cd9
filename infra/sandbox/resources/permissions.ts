import type { Session } from "../http/session.ts";
import type { ActivityRow, CompanyRow, ProjectRow } from "../store/rows.ts";

function isMember(session: Session, row: CompanyRow | ProjectRow): boolean {
  const { actorId, instance } = session;
  if (row.createdBy === actorId || row.responsiblePersonId === actorId) return true;
  return instance.tables.person.get(actorId)?.groupId === row.ownerGroupId;
}

export function seesCompany(session: Session, row: CompanyRow): boolean {
  return !session.instance.settings.switches.actorPermissions || !row.isPrivate || isMember(session, row);
}

export function seesProject(session: Session, row: ProjectRow): boolean {
  return !session.instance.settings.switches.actorPermissions || row.isPublicAccess || isMember(session, row);
}

export function seesActivity(session: Session, row: ActivityRow): boolean {
  const project = session.instance.tables.project.get(row.projectId);
  return project === undefined || seesProject(session, project);
}

export function hiddenCompanies(session: Session): CompanyRow[] {
  return session.instance.tables.company.bucket("restricted", "true").filter((row) => !seesCompany(session, row));
}

export function hiddenProjects(session: Session): ProjectRow[] {
  return session.instance.tables.project.bucket("restricted", "true").filter((row) => !seesProject(session, row));
}

export function hiddenActivities(session: Session): ActivityRow[] {
  return hiddenProjects(session).flatMap(({ id }) => session.instance.tables.activity.rowsOf("projectId", id));
}
