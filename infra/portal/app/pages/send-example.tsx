import { useState } from "preact/hooks";
import { answerOf, api, messageOf } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Form } from "../components/action.tsx";
import { Button, Submit } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { SelectField, TextArea, useDraft } from "../components/fields.tsx";
import { Alert, Loaded } from "../components/page.tsx";
import { parseObject } from "../logic/parse-object.ts";
import { AttemptResult } from "./attempt-list.tsx";

type Types = Schemas["EventTypeList"]["items"];
type Target = Pick<Schemas["Subscription"], "id" | "kind">;

export function SendExample({ id, kind, onClose }: Target & { onClose: () => void }) {
  const load = useLoad("types of examples", () => answerOf(api.GET("/v1/event-types")));
  return (
    <Dialog title="Send example" onClose={onClose}>
      <Loaded load={load}>{({ items }) => <ExampleForm id={id} kind={kind} types={items} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

type Sending =
  | { readonly state: "ready" | "sending" }
  | { readonly state: "sent"; readonly result: Schemas["PingResult"] }
  | { readonly state: "failed"; readonly message: string };

function ExampleForm({ id, kind, types, onClose }: Target & { types: Types; onClose: () => void }) {
  const { draft, field } = useDraft({ type: types[0]?.type ?? "", data: "" });
  const [sending, setSending] = useState<Sending>({ state: "ready" });
  const parsed = parseObject(draft.data);
  const send = async () => {
    const known = types.find(({ type }) => type === draft.type);
    if (known === undefined || parsed.outcome === "invalid") return;
    setSending({ state: "sending" });
    const body = { type: known.type, ...(parsed.object !== undefined && { data: parsed.object }) };
    try {
      const params = { path: { id } };
      setSending({
        state: "sent",
        result: await answerOf(api.POST("/v1/subscriptions/{id}/examples", { params, body })),
      });
    } catch (error) {
      setSending({ state: "failed", message: messageOf(error) });
    }
  };
  return (
    <Form look="stack" submit={send}>
      <p class="soft">
        Feedhook sends the example once, and only to this endpoint. The body contains <code>"example": true</code>.
      </p>
      <SelectField label="Event type" options={types.map(({ type }) => [type, type])} {...field("type")} />
      <TextArea
        label="Override fields in the example's data"
        placeholder={`{ "firstName": "Ada" }`}
        hint="A JSON object. Leave empty to use the example unchanged."
        {...field("data")}
        error={parsed.outcome === "invalid" ? parsed.message : undefined}
      />
      {sending.state === "failed" && <Alert>{sending.message}</Alert>}
      {sending.state === "sent" && (
        <div role="status">
          {sending.result.attempt === undefined ? (
            <p>No response yet. The result will appear under Recent deliveries.</p>
          ) : (
            <AttemptResult attempt={sending.result.attempt} kind={kind} />
          )}
        </div>
      )}
      <div class="actions">
        <Button text="Close" press={onClose} />
        <Submit text="Send example" look="primary" isDisabled={sending.state === "sending"} />
      </div>
    </Form>
  );
}
