import { useState } from "preact/hooks";
import { signedOutBecause, signIn } from "../api/session.ts";
import { TextField } from "../components/fields.tsx";
import { text } from "../text.ts";

export function SignIn() {
  const [key, setKey] = useState("");
  return (
    <main class="sign-in" id="content">
      <section class="card stack">
        <h1>{text.product}</h1>
        {signedOutBecause.value !== undefined && (
          <div class="problem" role="alert">
            {signedOutBecause.value}
          </div>
        )}
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim() !== "") signIn(key.trim());
          }}
        >
          <TextField
            label="API key"
            type="password"
            required
            value={key}
            onChange={setKey}
            hint="Starts with fh_. Feedhook forgets the key when you close this browser tab."
          />
          <button type="submit" class="primary">
            Sign in
          </button>
        </form>
        <p class="small soft">
          Partners get their key from the operator. Feedhook prints the operator's key when it starts.
        </p>
      </section>
    </main>
  );
}
