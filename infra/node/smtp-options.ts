import * as z from "zod";
import { secretFromFile } from "./secrets-from-environment.ts";

/** The password isn't among these keys, because it is in the environment or a file. */
export const smtpOptions = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535).default(587),
  /** If true, uses TLS from the first byte, as on port 465. If false, requires STARTTLS, unless `insecure` is set. */
  secure: z.boolean().default(false),
  /** Sends without TLS, which is safe only for a relay on this machine. */
  insecure: z.boolean().default(false),
  user: z.string().min(1).optional(),
  from: z.email(),
});

export const smtpInFile = smtpOptions.extend({ passwordFile: z.string().min(1).optional() });

export function withSmtpPassword(smtp: z.output<typeof smtpInFile> | undefined) {
  if (smtp === undefined) return {};
  const { passwordFile, ...rest } = smtp;
  const password = passwordFile === undefined ? undefined : secretFromFile(passwordFile, "smtp.passwordFile");
  return { smtp: rest, ...(password !== undefined && { smtpPassword: password }) };
}

type Given = { readonly smtp?: z.output<typeof smtpOptions> | undefined; readonly smtpPassword?: string | undefined };

/** The wrong key, and its error. */
export function smtpFault({ smtp, smtpPassword }: Given): readonly [path: string, message: string] | undefined {
  if ((smtp?.user === undefined) === (smtpPassword === undefined)) return undefined;
  return [
    "smtp.user",
    "must be set together with a password: set FEEDHOOK_SMTP_PASSWORD, FEEDHOOK_SMTP_PASSWORD_FILE, or smtp.passwordFile",
  ];
}
