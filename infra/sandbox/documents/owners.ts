import * as z from "zod";
import { illegal, unresolved } from "../http/problem.ts";
import type { Session } from "../http/session.ts";
import { seesActivity, seesCompany, seesProject } from "../resources/permissions.ts";
import type { Instance } from "../store/instance.ts";
import type { Kind } from "../store/masked-ids.ts";
import { type Owner, ownerTypes, subOwnerTypes } from "../store/rows.ts";

export const ownerParameters = { entityType: z.enum(ownerTypes), entityId: z.string() };

const kinds = {
  Company: "company",
  Person: "person",
  Project: "project",
  Room: "room",
  Activity: "activity",
  Phase: "phase",
} as const satisfies Record<Owner["type"], Kind>;

export const maskedOwner = (instance: Instance, owner: Owner) => ({
  entityType: owner.type === "Activity" || owner.type === "Phase" ? ("Project" as const) : owner.type,
  entityId: instance.ids.mask(kinds[owner.type], owner.id),
});

export function seesOwner(session: Session, { type, id }: Owner): boolean {
  const { tables } = session.instance;
  switch (type) {
    case "Company": {
      const company = tables.company.get(id);
      return company !== undefined && seesCompany(session, company);
    }
    case "Project": {
      const project = tables.project.get(id);
      return project !== undefined && seesProject(session, project);
    }
    case "Person":
      return tables.person.get(id) !== undefined;
    case "Room":
      return seesRoom(session, id);
    case "Activity": {
      const activity = tables.activity.get(id);
      return activity !== undefined && seesActivity(session, activity);
    }
    case "Phase": {
      const project = tables.project.get(tables.term.get(id)?.projectId ?? -1);
      return project !== undefined && seesProject(session, project);
    }
  }
}

function seesRoom({ instance, actorId }: Session, id: number): boolean {
  const room = instance.tables.room.get(id);
  if (room === undefined) return false;
  if (room.ownerPersonId === actorId) return true;
  const expired = room.expires !== undefined && room.expires <= instance.clock.now() * 1000;
  return room.memberIds.includes(actorId) && !expired;
}

/** Returns undefined if the token's user can't see an owner with this id. Throws a 400 if the id is malformed. */
export function findOwner(session: Session, type: Owner["type"], text: string): Owner | undefined {
  const read = session.instance.ids.read(kinds[type], text);
  if (read.outcome === "invalid") throw illegal("entityId");
  if (read.outcome === "unknown") return type === "Project" ? findSubOwner(session, text) : undefined;
  const owner = { type, id: read.number };
  return seesOwner(session, owner) ? owner : undefined;
}

/** The settings let activities and phases own documents as a `Project`. */
function findSubOwner(session: Session, text: string): Owner | undefined {
  const { ids, settings } = session.instance;
  const enabled = { Activity: settings.activityOwners, Phase: settings.phaseOwners };
  for (const type of subOwnerTypes) {
    const read = ids.read(kinds[type], text);
    if (!enabled[type] || read.outcome !== "ok") continue;
    const owner = { type, id: read.number };
    return seesOwner(session, owner) ? owner : undefined;
  }
  return undefined;
}

/** Throws a 400 if the owner doesn't exist. */
export function listOwner(session: Session, query: { entityType: Owner["type"]; entityId: string }): Owner {
  const owner = findOwner(session, query.entityType, query.entityId);
  if (owner === undefined) throw illegal("entityId", "does not resolve to an owner", "finnes ikke");
  return owner;
}

/** Throws a 422 if the owner doesn't exist. */
export function referencedOwner(session: Session, query: { entityType: Owner["type"]; entityId: string }): Owner {
  const owner = findOwner(session, query.entityType, query.entityId);
  if (owner === undefined) throw unresolved("entityId");
  return owner;
}
