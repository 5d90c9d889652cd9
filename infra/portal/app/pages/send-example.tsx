import { useState } from "preact/hooks";
import { answerOf, api, messageOf } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Dialog } from "../components/dialog.tsx";
import { SelectField, TextArea } from "../components/fields.tsx";
import { Loaded } from "../components/states.tsx";
import { parseObject } from "../logic/parse-object.ts";
import { AttemptResult } from "./attempt-list.tsx";

/** Sends an example of an event type to an endpoint, and shows the response. */
export function SendExample({ id, onClose }: { id: string; onClose: () => void }) {
  const load = useLoad("types of examples", () => answerOf(api.GET("/v1/event-types")));
  return (
    <Dialog title="Send example" onClose={onClose}>
      <Loaded load={load}>{({ items }) => <ExampleForm id={id} types={items} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

type Types = Schemas["EventTypeList"]["items"];

function ExampleForm({ id, types, onClose }: { id: string; types: Types; onClose: () => void }) {
  const [type, setType] = useState<string>(types[0]?.type ?? "");
  const [data, setData] = useState("");
  const [result, setResult] = useState<Schemas["PingResult"] | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const parsed = parseObject(data);
  const send = () => {
    const known = types.find((one) => one.type === type);
    if (known === undefined || parsed.outcome === "invalid") return;
    setSending(true);
    setProblem(undefined);
    setResult(undefined);
    const body = { type: known.type, ...(parsed.object !== undefined && { data: parsed.object }) };
    answerOf(api.POST("/v1/subscriptions/{id}/examples", { params: { path: { id } }, body }))
      .then(setResult, (error: unknown) => {
        setProblem(messageOf(error));
      })
      .finally(() => {
        setSending(false);
      });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p class="soft">
        Feedhook signs the example like every webhook, marks it with <code>webhook-example: true</code>, and sends it to
        this endpoint only.
      </p>
      <SelectField
        label="Event type"
        value={type}
        options={types.map((one) => [one.type, one.type] as const)}
        onChange={setType}
      />
      <TextArea
        label="Override fields in the example's data"
        value={data}
        placeholder={`{ "firstName": "Ada" }`}
        hint="A JSON object. Leave empty to use the example unchanged."
        error={parsed.outcome === "invalid" ? parsed.message : undefined}
        onChange={setData}
      />
      {problem !== undefined && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      {result !== undefined && (
        <div role="status">
          {result.attempt === undefined ? (
            <p>The endpoint hasn't responded yet. The result appears in the endpoint's deliveries.</p>
          ) : (
            <AttemptResult attempt={result.attempt} />
          )}
        </div>
      )}
      <div class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
        <button type="submit" class="primary" disabled={isSending}>
          Send example
        </button>
      </div>
    </form>
  );
}
