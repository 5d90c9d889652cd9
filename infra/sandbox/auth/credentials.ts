import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";

export interface NewCredential {
  readonly label: string;
  readonly accessLevel: CredentialRow["accessLevel"];
  /** The person that tokens act as. */
  readonly actorId: number;
  /** The acting user of an on-behalf credential. */
  readonly actedById?: number | undefined;
  readonly createdBy: number;
  /** Given for an instance's printed credential. Other credentials get a generated pair. */
  readonly pair?: { readonly clientId: string; readonly clientSecret: string };
}

export function createCredential(
  instance: Instance,
  values: NewCredential,
): { row: CredentialRow; clientSecret: string } {
  const { pair, ...fields } = values;
  const clientId = pair?.clientId ?? `client_${randomBytes(9).toString("base64url")}`;
  const clientSecret = pair?.clientSecret ?? randomBytes(32).toString("base64url");
  const write = instance.startWrite(values.createdBy);
  const row = { ...fields, id: write.ticket, clientId, secretHash: hash(clientSecret), created: write.at };
  instance.commit(write, (transaction) => {
    transaction.put("credential", row);
  });
  return { row, clientSecret };
}

export function revokeCredential(instance: Instance, row: CredentialRow, personId: number): void {
  if (row.revoked !== undefined) return;
  const write = instance.startWrite(personId);
  instance.commit(write, (transaction) => {
    transaction.put("credential", { ...row, revoked: { at: write.at, by: personId } });
  });
}

export function forgetCredential(instance: Instance, row: CredentialRow): void {
  instance.commit(instance.startWrite(row.createdBy), (transaction) => {
    transaction.remove("credential", row.id);
  });
}

export function authenticate(instance: Instance, clientId: string, clientSecret: string): CredentialRow | undefined {
  const [row] = instance.tables.credential.rowsOf("clientId", clientId);
  if (row === undefined || row.revoked !== undefined) return undefined;
  return timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(hash(clientSecret))) ? row : undefined;
}

export function scopesOf({ accessLevel, actedById }: CredentialRow): string[] {
  const prefix = actedById === undefined ? "" : "act-as-user:";
  return accessLevel === "READ_ONLY" ? [`${prefix}read`] : [`${prefix}read`, `${prefix}write`];
}

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");
