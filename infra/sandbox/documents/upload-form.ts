import * as z from "zod";
import { illegal } from "../http/problem.ts";
import { ownerParameters } from "./owners.ts";

/** Form parts are text. An empty one counts as absent. */
const part = z
  .string()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

export const fileField = z.instanceof(File, { error: "is missing" }).meta({ type: "string", format: "binary" });

export const uploadFields = {
  file: fileField,
  ...ownerParameters,
  folderId: part,
  onConflict: z.enum(["skip", "replace", "keepAll"]).default("replace"),
  name: part,
  description: part,
  createdBy: part,
};

export async function readBlob(file: File): Promise<{ content: Buffer; mimeType: string | undefined }> {
  if (file.size === 0) throw illegal("file", "is empty", "er tom");
  return { content: Buffer.from(await file.arrayBuffer()), mimeType: file.type === "" ? undefined : file.type };
}
