import { createHash } from "node:crypto";

/** Add new kinds only at the end, because ids depend on the order. */
const kinds = [
  "person",
  "company",
  "project",
  "activity",
  "document",
  "folder",
  "room",
  "group",
  "company-template",
  "project-template",
  "template-type",
  "status",
  "type",
  "priority",
  "severity",
  "resolution",
  "phase",
  "country",
  "credential",
  "email-alias",
  "external-id",
] as const;

export type Kind = (typeof kinds)[number];

const rounds = 6;
const check = 0x5a3;

/**
 * An id has 11 check bits, 8 bits for the kind and 45 for the number. A keyed Feistel network encrypts these bits,
 * which are then written as 11 base64url characters. Ids are opaque, differ between instances, and are cheap enough for
 * a page of 1,000 rows.
 */
export class MaskedIds {
  readonly #keys: number[] = [];

  constructor(instanceName: string) {
    const digest = createHash("sha256").update(`masked-ids:${instanceName}`).digest();
    for (let round = 0; round < rounds; round += 1) this.#keys.push(digest.readUInt32BE(round * 4));
  }

  mask(kind: Kind, number: number): string {
    let left = ((check << 21) | (kinds.indexOf(kind) << 13) | Math.floor(number / 0x1_0000_0000)) >>> 0;
    let right = number >>> 0;
    for (const key of this.#keys) [left, right] = [right, (left ^ mix(right, key)) >>> 0];
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeUInt32BE(left, 0);
    bytes.writeUInt32BE(right, 4);
    return bytes.toString("base64url");
  }

  /** `invalid`: this instance can't have produced the text. `unknown`: an id of another kind. */
  read(kind: Kind, text: string): { outcome: "ok"; number: number } | { outcome: "invalid" } | { outcome: "unknown" } {
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length !== 8 || bytes.toString("base64url") !== text) return { outcome: "invalid" };
    let left = bytes.readUInt32BE(0);
    let right = bytes.readUInt32BE(4);
    for (const key of this.#keys.toReversed()) [left, right] = [(right ^ mix(left, key)) >>> 0, left];
    if (left >>> 21 !== check) return { outcome: "invalid" };
    if (((left >>> 13) & 0xff) !== kinds.indexOf(kind)) return { outcome: "unknown" };
    return { outcome: "ok", number: (left & 0x1fff) * 0x1_0000_0000 + right };
  }
}

function mix(half: number, key: number): number {
  let value = Math.imul(half ^ key, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
