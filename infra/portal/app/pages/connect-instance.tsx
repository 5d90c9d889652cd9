import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { TextField } from "../components/fields.tsx";
import { Status } from "../components/status.tsx";
import { withToast } from "../components/toast.tsx";
import { plural } from "../logic/plural.ts";

const levels = { good: "OK", warn: "Warning", bad: "Problem" };

type Tested = Schemas["CredentialTest"];

/** Tests credentials, then registers an instance with them or sets them on an existing one. */
export function ConnectInstance({ name: given, reload }: { name?: string; reload: () => void }) {
  const [name, setName] = useState(given ?? "");
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [perSecond, setPerSecond] = useState("");
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<{ readonly of: string; readonly answer: Tested } | undefined>();
  const { route } = useLocation();
  const params = { path: { name: name.trim() } };
  const pair = { clientId, clientSecret };
  // Findings about one pair of credentials don't apply to another.
  const identity = JSON.stringify([params, pair]);
  const isWhole = name.trim() !== "" && clientId !== "" && clientSecret !== "";
  const test = () => {
    setTesting(true);
    setTested(undefined);
    withToast(async () => {
      try {
        setTested({
          of: identity,
          answer: await answerOf(api.POST("/v1/instances/{name}/test-credentials", { params, body: pair })),
        });
      } finally {
        setTesting(false);
      }
    });
  };
  const save = () => {
    withToast(
      async () => {
        const requestsPerSecond = perSecond === "" ? {} : { requestsPerSecond: Number(perSecond) };
        await done(api.PUT("/v1/instances/{name}", { params, body: { credentials: pair, ...requestsPerSecond } }));
        setClientSecret("");
        reload();
        // The instance's page shows within seconds whether the source accepts them.
        if (given === undefined) route(`/portal/instances/${name.trim()}`);
      },
      given === undefined ? "Instance connected" : "Credentials saved",
    );
  };
  return (
    <>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {given === undefined && <TextField label="Name" required value={name} placeholder="acme" onChange={setName} />}
        <TextField label="Client ID" required value={clientId} onChange={setClientId} />
        <TextField label="Client secret" type="password" required value={clientSecret} onChange={setClientSecret} />
        <TextField
          label="Requests per second"
          type="number"
          value={perSecond}
          placeholder={given === undefined ? "5" : "Unchanged"}
          onChange={setPerSecond}
        />
        <div class="actions">
          <button type="button" disabled={!isWhole || isTesting} onClick={test}>
            {isTesting ? "Testing…" : "Test credentials"}
          </button>
          <button type="submit" class="primary">
            {given === undefined ? "Connect instance" : "Save credentials"}
          </button>
        </div>
      </form>
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

/** Renders an API sentence with names in backticks. */
function withCode(sentence: string) {
  return sentence.split("`").map((part, position) => (position % 2 === 1 ? <code key={part}>{part}</code> : part));
}
