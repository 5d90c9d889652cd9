import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type TakenMail = { readonly to: readonly string[]; readonly text: string };

/** A real SMTP server on this machine that keeps the mails it accepts: from its user or, without one, from everyone. */
export async function startMailServer(user?: string, password?: string) {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (given, _session, done) => {
      if (user !== undefined && given.username === user && given.password === password)
        done(null, { user: given.username });
      else done(new Error("not known here"));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        taken.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(chunks).toString()),
        });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Without the breaks and codes of quoted-printable, which transports long lines. */
function decoded(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
