import { useState } from "preact/hooks";
import { answerOf, api, messageOf } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Dialog } from "../components/dialog.tsx";
import { SelectField, TextArea } from "../components/fields.tsx";
import { Loaded } from "../components/states.tsx";
import { parseObject } from "../logic/parse-object.ts";
import { sendExampleText as words } from "../strings/send-example.ts";
import { AttemptResult } from "./attempt-list.tsx";

/** Sends an example of a type to one endpoint, and shows how the endpoint answered. */
export function SendExample({ id, onClose }: { id: string; onClose: () => void }) {
  const load = useLoad("types of examples", () => answerOf(api.GET("/v1/event-types")));
  return (
    <Dialog title={words.sendAnExample} onClose={onClose}>
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
        {words.itIsSignedLikeEvery} <code>webhook-example: true</code>
        {words.andSentToThisEndpoint}
      </p>
      <SelectField
        label={words.typeOfTheExample}
        value={type}
        options={types.map((one) => [one.type, one.type] as const)}
        onChange={setType}
      />
      <TextArea
        label={words.fieldsOfItsDataThat}
        value={data}
        placeholder={words.firstnameAda}
        hint={words.aJsonObjectLeaveIt}
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
            <p>{words.theEndpointHasntAnsweredYet}</p>
          ) : (
            <AttemptResult attempt={result.attempt} />
          )}
        </div>
      )}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.close}
        </button>
        <button type="submit" class="primary" disabled={isSending}>
          {words.sendIt}
        </button>
      </div>
    </form>
  );
}
