import * as z from "zod";
import { secretFromFile } from "./secrets-from-environment.ts";

/**
 * The mail server for alerts to partners. Its password isn't one of these keys: it is in the environment or in a file.
 */
export const smtpOptions = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535).default(587),
  /** TLS from the first byte, as on port 465; otherwise STARTTLS is required. */
  secure: z.boolean().default(false),
  /** Sends without TLS, which is safe only to a relay on this machine. */
  insecure: z.boolean().default(false),
  user: z.string().min(1).optional(),
  from: z.email(),
});

/** The same in the config file, which may name the file that holds the password. */
export const smtpInFile = smtpOptions.extend({ passwordFile: z.string().min(1).optional() });

/** The config file's mail server as options, with the password from its file. */
export function withSmtpPassword(smtp: z.output<typeof smtpInFile> | undefined) {
  if (smtp === undefined) return {};
  const { passwordFile, ...rest } = smtp;
  const password = passwordFile === undefined ? undefined : secretFromFile(passwordFile, "smtp.passwordFile");
  return { smtp: rest, ...(password !== undefined && { smtpPassword: password }) };
}

type Given = { readonly smtp?: z.output<typeof smtpOptions> | undefined; readonly smtpPassword?: string | undefined };

/** The key and its error; undefined if user and password match. */
export function smtpFault({ smtp, smtpPassword }: Given): readonly [path: string, message: string] | undefined {
  if ((smtp?.user === undefined) === (smtpPassword === undefined)) return undefined;
  return [
    "smtp.user",
    "and a password go together: set FEEDHOOK_SMTP_PASSWORD, FEEDHOOK_SMTP_PASSWORD_FILE, or smtp.passwordFile",
  ];
}
