import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { ApiProblem, answerOf, api, messageOf } from "../api/client.ts";
import { nameOf, readInstanceNames, type Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Form } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { CheckField, SelectField, TextArea, TextField, useDraft } from "../components/fields.tsx";
import { Alert, Loaded, Page } from "../components/page.tsx";
import { draftOf, inputOf, isToAws, patchOf } from "../logic/endpoint-draft.ts";
import { parseObject } from "../logic/parse-object.ts";
import { fieldSentence } from "../logic/problem-text.ts";
import { DeliveryOptions } from "./delivery-options.tsx";
import { EventPicker } from "./event-picker.tsx";
import { FilterPreview } from "./filter-preview.tsx";
import { NewKeyDialog } from "./signing-keys.tsx";

type Detail = Schemas["SubscriptionDetail"];

async function readChoices() {
  const { items } = await answerOf(api.GET("/v1/event-types"));
  return { types: items, instances: await readInstanceNames() };
}

export function NewEndpoint() {
  const load = useLoad("choices", readChoices);
  return (
    <Page title="Add endpoint" crumb={{ href: "/portal/endpoints", title: "Endpoints" }}>
      <Loaded load={load}>{(choices) => <EndpointForm {...choices} />}</Loaded>
    </Page>
  );
}

export function EditEndpoint({ id }: { id: string }) {
  const read = async () => ({
    ...(await readChoices()),
    given: await answerOf(api.GET("/v1/subscriptions/{id}", { params: { path: { id } } })),
  });
  const load = useLoad(`edit ${id}`, read);
  return (
    <Loaded load={load} page={{ title: "Edit", crumb: { href: "/portal/endpoints", title: "Endpoints" } }}>
      {(choices) => (
        <Page title={`Edit ${nameOf(choices.given)}`} crumb={{ href: `/portal/endpoints/${id}`, title: "Endpoint" }}>
          <EndpointForm {...choices} />
        </Page>
      )}
    </Loaded>
  );
}

const targets = {
  sqs: { label: "Queue URL", example: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders" },
  eventbridge: { label: "Bus ARN", example: "arn:aws:events:eu-north-1:123456789012:event-bus/orders" },
  s3: { label: "Bucket URL", example: "https://acme-events.s3.eu-north-1.amazonaws.com/feedhook/" },
} as const;

type EndpointFormProps = { types: Schemas["EventTypeList"]["items"]; instances: readonly string[]; given?: Detail };

function EndpointForm({ types, instances, given }: EndpointFormProps) {
  const { route } = useLocation();
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [created, setCreated] = useState<Schemas["CreatedSubscription"] | undefined>();
  const form = useDraft(
    () => draftOf(given),
    (name) => {
      const path = name === "target" || name === "roleArn" ? `destination.${name}` : name;
      const errors = problem instanceof ApiProblem ? problem.errors : [];
      const found = errors.find(({ field: of }) => of === path || of.startsWith(`${path}.`));
      return found && fieldSentence(found);
    },
  );
  const { draft, field } = form;
  const isPull = draft.kind === "pull";
  const only = draft.instances;

  const save = async () => {
    if (parseObject(draft.filter).outcome === "invalid") return;
    if (given === undefined) {
      const answer = await answerOf(api.POST("/v1/subscriptions", { body: inputOf(draft) }));
      // Only a webhook has a key, which a dialog shows. Closing the dialog opens the endpoint's page.
      if (answer.kind !== "push") route(`/portal/endpoints/${answer.id}`);
      else setCreated(answer);
      return;
    }
    const body = patchOf(draft, given);
    await answerOf(api.PATCH("/v1/subscriptions/{id}", { params: { path: { id: given.id } }, body }));
    route(`/portal/endpoints/${given.id}`);
  };
  const submit = () => {
    setSaving(true);
    setProblem(undefined);
    return save()
      .catch(setProblem)
      .finally(() => setSaving(false));
  };

  return (
    <Form look="form" submit={submit}>
      {problem !== undefined && <Alert>{messageOf(problem)}</Alert>}
      {given === undefined && (
        <SelectField
          label="Delivery method"
          options={[
            ["push", "Webhooks: Feedhook posts to your URL"],
            ["pull", "Pull queue: your code fetches events"],
            ["sqs", "Amazon SQS: Feedhook sends to your queue"],
            ["eventbridge", "Amazon EventBridge: Feedhook sends to your bus"],
            ["s3", "Amazon S3: Feedhook writes to your bucket"],
          ]}
          {...field("kind")}
        />
      )}
      {isToAws(draft.kind) && (
        <>
          <TextField
            label={targets[draft.kind].label}
            required
            placeholder={targets[draft.kind].example}
            {...field("target")}
          />
          <TextField
            label="Role ARN"
            placeholder="arn:aws:iam::123456789012:role/feedhook-destination-orders"
            hint="A role in the destination's AWS account. Its name must begin with “feedhook-destination-”. You can create it after you save, with the commands on the endpoint's page."
            {...field("roleArn")}
          />
        </>
      )}
      {draft.kind === "push" && (
        <TextField
          label="URL"
          required
          placeholder="https://hooks.example.com/feedhook"
          hint="Feedhook posts events to this URL. Use https, a public host name, and port 443 or 8443."
          {...field("url")}
        />
      )}
      <TextField label="Name" placeholder="CRM import" hint="Shown in the portal." {...field("description")} />
      <EventPicker types={types} {...field("eventTypes")} />
      {instances.length > 1 && (
        <fieldset>
          <legend>Instances</legend>
          <p class="small soft">Select none to receive events from all instances, including ones connected later.</p>
          <div class="picker">
            {instances.map((name) => (
              <CheckField
                key={name}
                label={name}
                value={only.includes(name)}
                onChange={(isChosen) => {
                  form.set({ instances: isChosen ? [...only, name] : only.filter((one) => one !== name) });
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        label="Filter"
        placeholder={`{ "changes": { "field": ["status"] } }`}
        hint="An EventBridge event pattern. Leave empty to receive all events of the selected types."
        {...field("filter")}
      />
      <FilterPreview
        filter={draft.filter}
        eventTypes={draft.eventTypes}
        instances={only.length > 0 ? only : instances}
      />
      <SelectField
        label="Payload"
        options={[
          ["full", "Full: with the record"],
          ["thin", "Thin: without the record"],
        ]}
        {...field("payload")}
      />
      <CheckField
        label="Also send baseline events, which describe the records that already existed when an instance was connected"
        {...field("baseline")}
      />
      {given === undefined && (
        <CheckField label="Start disabled: send nothing until you enable the endpoint" {...field("isDisabled")} />
      )}
      {!isPull && <DeliveryOptions {...form} isNew={given === undefined} />}
      <div class="actions">
        <Submit
          text={given === undefined ? "Add endpoint" : "Save"}
          look="primary"
          isDisabled={isSaving || draft.eventTypes.length === 0}
        />
        <a href={given === undefined ? "/portal/endpoints" : `/portal/endpoints/${given.id}`}>Cancel</a>
      </div>
      {created !== undefined && (
        <NewKeyDialog title="Endpoint added" issued={created} onClose={() => route(`/portal/endpoints/${created.id}`)}>
          {created.warnings?.map((warning) => (
            <p key={warning.field} class="field-error">
              {fieldSentence(warning)}
            </p>
          ))}
        </NewKeyDialog>
      )}
    </Form>
  );
}
