import { useState } from "preact/hooks";
import { TextArea, TextField } from "../components/fields.tsx";
import { Card, Page, Todo } from "../components/page.tsx";
import { checkSignature, type SignatureFinding } from "../logic/check-signature.ts";
import { signatureCheckerText as words } from "../strings/signature-checker.ts";

/** Says what is wrong with a webhook's signature. Nothing that is pasted leaves the browser. */
export function SignatureChecker() {
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const [secret, setSecret] = useState("");
  const [findings, setFindings] = useState<readonly SignatureFinding[]>([]);
  const check = async () => {
    setFindings(await checkSignature({ headers, body, secret, now: Date.now() }));
  };
  return (
    <Page title={words.signatureChecker} lead={words.whyDoesntThisWebhookVerify}>
      <div class="columns">
        <Card>
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void check();
            }}
          >
            <TextArea
              label={words.headers}
              value={headers}
              placeholder={words.webhookIdEvtWebhookTimestamp}
              onChange={setHeaders}
            />
            <TextArea label={words.body} value={body} hint={words.exactlyAsItArrivedBefore} onChange={setBody} />
            <TextField
              label={words.signingSecret}
              type="password"
              required
              value={secret}
              placeholder={words.whsec}
              onChange={setSecret}
            />
            <div class="actions">
              <button type="submit" class="primary">
                {words.check}
              </button>
            </div>
          </form>
        </Card>
        <div aria-live="polite">
          {findings.length === 0 ? (
            <Card title={words.howItIsSigned}>
              <p>
                {words.theSignatureIsHmacSha256} <code>id.timestamp.body</code> {words.withTheBytesThatStand}{" "}
                <code>whsec_</code> {words.inBase64AsStandardWebhooks}
              </p>
              <p class="soft">{words.useOneOfItsLibraries}</p>
            </Card>
          ) : (
            findings.map(({ level, title, advice }) => (
              <Todo key={title} level={level} title={title}>
                {advice}
              </Todo>
            ))
          )}
        </div>
      </div>
    </Page>
  );
}
