import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type TakenMail = { readonly from: string; readonly to: readonly string[]; readonly text: string };

/**
 * A real SMTP server on this machine that keeps the mails it accepts: from everyone, or with `mustSignIn` only from its
 * user. `rejectAs` is the status for refused recipients.
 */
export async function startMailServer(
  given: { readonly password?: string; readonly mustSignIn?: boolean; readonly rejectAs?: number } = {},
) {
  const { password = "right", mustSignIn = false, rejectAs } = given;
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: !mustSignIn,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) => {
      if (login.username === "feedhook" && login.password === password) done(null, { user: login.username });
      else done(new Error("no such user"));
    },
    onRcptTo: (_address, _session, done) => {
      if (rejectAs === undefined) done();
      else done(Object.assign(new Error("oncall@acme.example isn't known"), { responseCode: rejectAs }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const text = decoded(Buffer.concat(chunks).toString());
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  return { taken, port, close };
}

/** Without the breaks and codes of quoted-printable, which transports long lines. */
function decoded(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
