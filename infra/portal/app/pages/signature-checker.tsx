import { useState } from "preact/hooks";
import { Form } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { TextArea, TextField, useDraft } from "../components/fields.tsx";
import { Card, Page, Todo } from "../components/page.tsx";
import { checkSignature, type SignatureFinding } from "../logic/check-signature.ts";

export function SignatureChecker() {
  const { draft, field } = useDraft({ headers: "", body: "", secret: "" });
  const [findings, setFindings] = useState<readonly SignatureFinding[]>([]);
  const check = () => checkSignature({ ...draft, now: Date.now() }).then(setFindings);
  return (
    <Page
      title="Signature checker"
      lead="Find out why a webhook fails verification. What you paste stays in this browser."
    >
      <div class="columns">
        <Card>
          <Form look="form" submit={check}>
            <TextArea
              label="Headers"
              placeholder={"webhook-id: evt_…\nwebhook-timestamp: 1767225600\nwebhook-signature: v1,…"}
              {...field("headers")}
            />
            <TextArea label="Body" hint="The body exactly as it arrived, before it was parsed." {...field("body")} />
            <TextField
              label="Signing secret or public key"
              type="password"
              required
              placeholder="whsec_… or whpk_…"
              {...field("secret")}
            />
            <div class="actions">
              <Submit text="Check signature" look="primary" />
            </div>
          </Form>
        </Card>
        <div aria-live="polite">
          {findings.length === 0 ? (
            <Card title="How signing works">
              <p>
                As defined by Standard Webhooks, the signature is an HMAC-SHA256 of <code>id.timestamp.body</code>. The
                key is the part of the secret after <code>whsec_</code>, decoded from base64. If the endpoint has a
                public key (<code>whpk_…</code>), the same text is signed with Ed25519.
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
