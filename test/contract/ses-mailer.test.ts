import { text as textOf } from "node:stream/consumers";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { describe, expect, it } from "vitest";
import { sesMailer } from "../../shared/adapters/aws/ses-mailer.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";
import { awsAt } from "../support/aws-client.ts";

const mail = { to: "oncall@acme.example", subject: "[Feedhook] A test", text: "Hello.\n" };

const mailerAt = (endpoint: string) =>
  sesMailer(new SESv2Client({ ...awsAt(endpoint), maxAttempts: 1 }), "alerts@bridge.example");

/** SES's endpoint on this machine. `answer` is a status, an error's name, or nothing for a broken connection. */
async function mailerOn(answer: { readonly status: number; readonly error?: string } | undefined) {
  const requests: { readonly path: string; readonly body: unknown }[] = [];
  const endpoint = await serveForTest((request, response) => {
    void textOf(request).then((body) => {
      requests.push({ path: request.url ?? "", body: JSON.parse(body) });
      if (answer === undefined) {
        response.destroy();
        return;
      }
      const { status, error } = answer;
      response.writeHead(status, { "content-type": "application/json", ...(error && { "x-amzn-errortype": error }) });
      response.end(JSON.stringify(error === undefined ? { MessageId: "1" } : { message: "oncall@acme.example" }));
    });
  });
  return { mailer: mailerAt(endpoint), requests };
}

describe("the SES mailer", () => {
  it("sends a plain-text mail from the configured address", async () => {
    const { mailer, requests } = await mailerOn({ status: 200 });
    expect(await mailer.send(mail)).toEqual({ outcome: "sent" });
    expect(requests).toMatchObject([
      {
        path: "/v2/email/outbound-emails",
        body: {
          FromEmailAddress: "alerts@bridge.example",
          Destination: { ToAddresses: ["oncall@acme.example"] },
          Content: {
            Simple: {
              Subject: { Data: mail.subject, Charset: "UTF-8" },
              Body: { Text: { Data: mail.text, Charset: "UTF-8" } },
            },
          },
        },
      },
    ]);
  });

  it.each([
    [400, "MessageRejected", false],
    [400, "MailFromDomainNotVerifiedException", false],
    [403, "AccessDeniedException", false],
    [429, "TooManyRequestsException", true],
    [503, "ServiceUnavailable", true],
  ])("reports that %i %s refused the mail, without quoting the server", async (status, error, retryable) => {
    const { mailer, requests } = await mailerOn({ status, error });
    expect(await mailer.send(mail)).toEqual({ outcome: "refused", reason: `ses_${error}`, retryable });
    expect(requests).toHaveLength(1);
  });

  it("treats a mail without a response as unknown, and doesn't retry it", async () => {
    const { mailer, requests } = await mailerOn(undefined);
    expect(await mailer.send(mail)).toMatchObject({ outcome: "unknown" });
    expect(requests).toHaveLength(1);
  });

  it("knows that a missing endpoint took nothing", async () => {
    expect(await mailerAt("http://127.0.0.1:9").send(mail)).toMatchObject({ outcome: "refused", retryable: true });
  });
});
