import { useState } from "preact/hooks";
import { TextArea, TextField } from "../components/fields.tsx";
import { Card, Page, Todo } from "../components/page.tsx";
import { checkSignature, type SignatureFinding } from "../logic/check-signature.ts";

/** Finds what is wrong with a webhook's signature. Pasted text stays in the browser. */
export function SignatureChecker() {
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const [secret, setSecret] = useState("");
  const [findings, setFindings] = useState<readonly SignatureFinding[]>([]);
  const check = async () => {
    setFindings(await checkSignature({ headers, body, secret, now: Date.now() }));
  };
  return (
    <Page title="Signature checker" lead="Find out why a webhook doesn't verify. What you paste stays in this browser.">
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
              label="Headers"
              value={headers}
              placeholder={"webhook-id: evt_…\nwebhook-timestamp: 1767225600\nwebhook-signature: v1,…"}
              onChange={setHeaders}
            />
            <TextArea label="Body" value={body} hint="Exactly as it arrived, before any parser." onChange={setBody} />
            <TextField
              label="Signing secret"
              type="password"
              required
              value={secret}
              placeholder="whsec_…"
              onChange={setSecret}
            />
            <div class="actions">
              <button type="submit" class="primary">
                Check signature
              </button>
            </div>
          </form>
        </Card>
        <div aria-live="polite">
          {findings.length === 0 ? (
            <Card title="How signing works">
              <p>
                As defined by Standard Webhooks, the signature is an HMAC-SHA256 of <code>id.timestamp.body</code>. The
                key is the part of the secret after <code>whsec_</code>, decoded from base64.
              </p>
              <p class="soft">Use a Standard Webhooks library, and give it the raw body.</p>
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
