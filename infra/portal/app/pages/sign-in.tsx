import { useState } from "preact/hooks";
import { signedOutBecause, signIn } from "../api/session.ts";
import { Form } from "../components/action.tsx";
import { ButtonLink, Submit } from "../components/button.tsx";
import { TextField } from "../components/fields.tsx";
import { Alert } from "../components/page.tsx";

/** shared/api/portal/portal-page-routes.ts sets `data-sign-in` if operators can use single sign-on. */
const hasSingleSignOn = () => document.documentElement.dataset["signIn"] !== undefined;

export function SignIn() {
  const [key, setKey] = useState("");
  return (
    <main class="sign-in" id="content">
      <section class="card stack">
        <h1>Feedhook</h1>
        {signedOutBecause.value !== undefined && <Alert>{signedOutBecause.value}</Alert>}
        <Form
          look="form"
          submit={() => {
            if (key.trim() !== "") signIn(key.trim());
          }}
        >
          <TextField
            label="API key"
            type="password"
            required
            value={key}
            onChange={setKey}
            hint="A partner's key starts with fh_. The portal forgets the key when you close this browser tab."
          />
          <Submit text="Sign in" look="primary" />
        </Form>
        {hasSingleSignOn() && (
          // `target` makes the browser load the URL. Without it, the portal's router would handle the link.
          <ButtonLink text="Sign in with single sign-on" href="/portal/sign-in" target="_top" />
        )}
        <p class="small soft">
          Partners get their key from the operator. If no operator's key is configured, Feedhook prints one when it
          first starts.
        </p>
      </section>
    </main>
  );
}
