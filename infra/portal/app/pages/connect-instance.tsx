import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Action, Form } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { TextField, useDraft } from "../components/fields.tsx";
import { Status } from "../components/status.tsx";
import { plural } from "../logic/plural.ts";

const levels = { good: "OK", warn: "Warning", bad: "Problem" };

type Tested = Schemas["CredentialTest"];

/** With `name`, the form changes the credentials of an instance instead of registering one. */
export function ConnectInstance({ name: given }: { name?: string }) {
  const { draft, set, field } = useDraft({ name: given ?? "", clientId: "", clientSecret: "", perSecond: "" });
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<{ readonly of: string; readonly answer: Tested } | undefined>();
  const { route } = useLocation();
  const { clientId, clientSecret, perSecond } = draft;
  const name = draft.name.trim();
  const params = { path: { name } };
  const pair = { clientId, clientSecret };
  // If the name or the credentials change after a test, the test's findings no longer apply and are hidden.
  const identity = JSON.stringify([params, pair]);
  const test = async () => {
    setTesting(true);
    setTested(undefined);
    try {
      const answer = await answerOf(api.POST("/v1/instances/{name}/test-credentials", { params, body: pair }));
      setTested({ of: identity, answer });
    } finally {
      setTesting(false);
    }
  };
  const save = async () => {
    const requestsPerSecond = perSecond === "" ? {} : { requestsPerSecond: Number(perSecond) };
    await done(api.PUT("/v1/instances/{name}", { params, body: { credentials: pair, ...requestsPerSecond } }));
    set({ clientSecret: "" });
    // The new instance's page shows within seconds whether the source accepts the credentials.
    if (given === undefined) route(`/portal/instances/${name}`);
  };
  return (
    <>
      <Form submit={save} done={given === undefined ? "Connecting instance" : "Credentials saved"}>
        {given === undefined && <TextField label="Name" required placeholder="acme" {...field("name")} />}
        <TextField label="Client ID" required {...field("clientId")} />
        <TextField label="Client secret" type="password" required {...field("clientSecret")} />
        <TextField
          label="Requests per second"
          type="number"
          placeholder={given === undefined ? "5" : "Unchanged"}
          {...field("perSecond")}
        />
        <div class="actions">
          <Action
            text={isTesting ? "Testing…" : "Test credentials"}
            run={test}
            isDisabled={name === "" || clientId === "" || clientSecret === "" || isTesting}
          />
          <Submit text={given === undefined ? "Connect instance" : "Save credentials"} look="primary" />
        </div>
      </Form>
      <div role="status">{tested?.of === identity && <Findings answer={tested.answer} />}</div>
    </>
  );
}

function Findings({ answer: { findings, requests } }: { answer: Tested }) {
  return (
    <section aria-label="Test results">
      <ul class="verdicts">
        {findings.map(({ level, text }) => (
          <li key={text} class="finding">
            <Status level={level}>{levels[level]}</Status>
            <span>{withCode(text)}</span>
          </li>
        ))}
      </ul>
      {requests > 0 && (
        <p class="small soft">{`The test made ${plural(requests, "request", "requests")} and stored nothing.`}</p>
      )}
    </section>
  );
}

/** The parts in backticks become code. */
function withCode(sentence: string) {
  return sentence.split("`").map((part, position) => (position % 2 === 1 ? <code key={part}>{part}</code> : part));
}
