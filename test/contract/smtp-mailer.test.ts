import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { smtpMailer } from "../../shared/adapters/smtp/smtp-mailer.ts";
import { startMailServer } from "../support/mail-server.ts";
import { rawServer } from "./dialer-ground.ts";

afterEach(() => {
  vi.useRealTimers();
});

const mail = { to: "oncall@acme.example", subject: "[Feedhook] A test", text: "Hello.\n\nÆøå.\n" };

async function mailServer(rejectAs?: number) {
  const { close, ...server } = await startMailServer(rejectAs === undefined ? {} : { rejectAs });
  onTestFinished(close);
  return server;
}

/** Speaks SMTP until `endAt`, where the connection breaks. */
const startBreakingServer = (endAt: string) =>
  rawServer((socket) => {
    socket.write("220 here\r\n");
    socket.on("data", (data) => {
      const line = String(data);
      if (line.includes(endAt)) socket.destroy();
      else socket.write(line.startsWith("DATA") ? "354 go on\r\n" : "250 fine\r\n");
    });
  });

const mailer = (port: number, more: object = {}) =>
  smtpMailer({ host: "127.0.0.1", port, secure: false, insecure: true, from: "alerts@bridge.example", ...more });

describe("the SMTP mailer", () => {
  it("delivers a plain-text mail to a server", async () => {
    const { taken, port } = await mailServer();
    expect(await mailer(port).send(mail)).toEqual({ outcome: "sent" });
    expect(taken).toMatchObject([{ from: "alerts@bridge.example", to: ["oncall@acme.example"] }]);
    expect(taken[0]!.text).toContain("Subject: [Feedhook] A test");
    expect(taken[0]!.text).toMatch(/^To: oncall@acme\.example\r?$/m);
    expect(taken[0]!.text).toMatch(/Content-Type: text\/plain/);
  });

  it("signs in if it has a user", async () => {
    const { taken, port } = await mailServer();
    expect(await mailer(port, { user: "feedhook", password: "right" }).send(mail)).toEqual({ outcome: "sent" });
    expect(await mailer(port, { user: "feedhook", password: "wrong" }).send(mail)).toEqual({
      ...{ outcome: "refused", reason: "smtp_535", retryable: false },
    });
    expect(taken).toHaveLength(1);
    for (const half of [{ user: "feedhook" }, { password: "right" }])
      expect(await mailer(port, half).send(mail), "a relay without sign-in").toEqual({ outcome: "sent" });
  });

  it.each([
    [450, true],
    [499, true],
    [500, false],
    [550, false],
  ])("reports that a recipient was refused with %i, without quoting the server", async (status, retryable) => {
    const { port } = await mailServer(status);
    expect(await mailer(port).send(mail)).toEqual({ outcome: "refused", reason: `smtp_${status}`, retryable });
  });

  it("sends nothing if TLS is unavailable, unless the settings allow it", async () => {
    const { taken, port } = await mailServer();
    for (const insecure of [false, undefined]) {
      const outcome = await mailer(port, { insecure, user: "feedhook", password: "right" }).send(mail);
      expect(outcome).toMatchObject({ outcome: "refused" });
    }
    expect(taken).toEqual([]);
  });

  it("knows that a missing server took nothing", async () => {
    expect(await mailer(1).send(mail)).toMatchObject({ outcome: "refused", retryable: true });
    expect(await mailer(25, { host: "nowhere.invalid" }).send(mail)).toMatchObject({
      ...{ outcome: "refused", reason: "smtp_edns", retryable: true },
    });
  });

  it("knows that a server that never greets took nothing", async () => {
    const connected = Promise.withResolvers<undefined>();
    const port = await rawServer(() => {
      connected.resolve(undefined);
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const outcome = mailer(port).send(mail);
    await connected.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual({ outcome: "refused", reason: "smtp_etimedout", retryable: true });
  });

  it("treats a mail without a response as unknown", async () => {
    const port = await startBreakingServer("Hello.");
    expect(await mailer(port).send(mail)).toEqual({ outcome: "unknown", reason: "smtp_econnection" });
  });

  it("adds no second recipient, whatever the address contains", async () => {
    const { taken, port } = await mailServer();
    await mailer(port).send({ ...mail, to: "a@acme.example, b@else.example" });
    expect(taken.flatMap(({ to }) => to)).not.toContain("b@else.example");
  });
});
