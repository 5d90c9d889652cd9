import { useState } from "preact/hooks";
import { signedOutBecause, signIn } from "../api/session.ts";
import { TextField } from "../components/fields.tsx";
import { text } from "../strings/shared.ts";
import { signInText as words } from "../strings/sign-in.ts";

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
            label={words.apiKey}
            type="password"
            required
            value={key}
            onChange={setKey}
            hint={words.itBeginsWithFhIt}
          />
          <button type="submit" class="primary">
            {words.signIn}
          </button>
        </form>
        <p class="small soft">{words.partnersGetTheirKeyFrom}</p>
      </section>
    </main>
  );
}
