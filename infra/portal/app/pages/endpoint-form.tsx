import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { ApiProblem, answerOf, api, messageOf } from "../api/client.ts";
import { nameOf, readInstanceNames, type Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { SecretDialog } from "../components/dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../components/fields.tsx";
import { Page } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { parseObject } from "../logic/parse-object.ts";
import { EventPicker } from "./event-picker.tsx";
import { FilterPreview } from "./filter-preview.tsx";

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
        <Page title={`Edit ${nameOf(choices.given)}`} crumb={{ href: `/portal/endpoints/${id}`, title: "Back" }}>
          <EndpointForm {...choices} />
        </Page>
      )}
    </Loaded>
  );
}

function EndpointForm({
  types,
  instances,
  given,
}: {
  types: Schemas["EventTypeList"]["items"];
  instances: readonly string[];
  given?: Detail;
}) {
  const { route } = useLocation();
  const [url, setUrl] = useState(given?.url ?? "");
  const [description, setDescription] = useState(given?.description ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(given?.eventTypes ?? ["*"]);
  const [only, setOnly] = useState<readonly string[]>(given?.instances ?? []);
  const [filter, setFilter] = useState(given?.filter === undefined ? "" : JSON.stringify(given.filter, null, 2));
  const [baseline, setBaseline] = useState(given?.baseline ?? false);
  const [payload, setPayload] = useState<"full" | "thin">(given?.payload ?? "full");
  const [ordered, setOrdered] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [created, setCreated] = useState<Schemas["CreatedSubscription"] | undefined>();
  const errorOf = (field: string) =>
    problem instanceof ApiProblem
      ? problem.errors.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message
      : undefined;
  const isPull = given?.kind === "pull";

  const save = async () => {
    const read = parseObject(filter);
    if (read.outcome === "invalid") return;
    const parsed = read.object;
    const common = { ...(!isPull && { url: url.trim() }), eventTypes: [...chosen], baseline, payload };
    if (given === undefined) {
      const answer = await answerOf(
        api.POST("/v1/subscriptions", {
          body: {
            ...common,
            status: "active",
            ...(ordered && { ordered }),
            ...(description.trim() !== "" && { description: description.trim() }),
            ...(only.length > 0 && { instances: [...only] }),
            ...(parsed !== undefined && { filter: parsed }),
          },
        }),
      );
      setCreated(answer);
      return;
    }
    const body = {
      ...common,
      description: description.trim() === "" ? null : description.trim(),
      instances: only.length === 0 ? null : [...only],
      filter: parsed ?? null,
    };
    await answerOf(api.PATCH("/v1/subscriptions/{id}", { params: { path: { id: given.id } }, body }));
    route(`/portal/endpoints/${given.id}`);
  };
  const submit = () => {
    setSaving(true);
    setProblem(undefined);
    save()
      .catch(setProblem)
      .finally(() => {
        setSaving(false);
      });
  };

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {problem !== undefined && (
        <div class="problem" role="alert">
          {messageOf(problem)}
        </div>
      )}
      {!isPull && (
        <TextField
          label="Address"
          required
          value={url}
          placeholder="https://hooks.example.com/feedhook"
          hint="Feedhook posts each event here. Use https, a public host name, and port 443 or 8443."
          error={errorOf("url")}
          onChange={setUrl}
        />
      )}
      <TextField
        label="Name"
        value={description}
        placeholder="CRM import"
        hint="Shown in the portal."
        error={errorOf("description")}
        onChange={setDescription}
      />
      <EventPicker types={types} chosen={chosen} onChange={setChosen} error={errorOf("eventTypes")} />
      {instances.length > 1 && (
        <fieldset>
          <legend>Instances</legend>
          <p class="small soft">Leave all unchecked to receive every instance, including ones connected later.</p>
          <div class="picker">
            {instances.map((name) => (
              <CheckField
                key={name}
                label={name}
                checked={only.includes(name)}
                onChange={(isChosen) => {
                  setOnly(isChosen ? [...only, name] : only.filter((one) => one !== name));
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        label="Filter"
        value={filter}
        placeholder={`{ "changes": { "field": ["status"] } }`}
        hint="An EventBridge event pattern. Leave it empty to receive every event of the chosen types."
        error={errorOf("filter")}
        onChange={setFilter}
      />
      <FilterPreview filter={filter} eventTypes={chosen} instances={only.length > 0 ? only : instances} />
      <SelectField
        label="Payload"
        value={payload}
        options={[
          ["full", "Full: with the record"],
          ["thin", "Thin: without the record"],
        ]}
        onChange={(value) => {
          setPayload(value === "thin" ? "thin" : "full");
        }}
      />
      <CheckField
        label="Also send records found at first contact (baseline)"
        checked={baseline}
        onChange={setBaseline}
      />
      {given === undefined && (
        <CheckField
          label="Keep order: send each record's events one at a time, oldest first"
          checked={ordered}
          onChange={setOrdered}
        />
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={isSaving || chosen.length === 0}>
          {given === undefined ? "Add endpoint" : "Save"}
        </button>
        <a href={given === undefined ? "/portal/endpoints" : `/portal/endpoints/${given.id}`}>Cancel</a>
      </div>
      {created !== undefined && (
        <SecretDialog
          title="Endpoint added"
          onClose={() => {
            route(`/portal/endpoints/${created.id}`);
          }}
        >
          <p>Your receiver verifies each webhook with this signing secret:</p>
          <CodeBlock label="the secret" code={created.secret ?? ""} />
          {created.warnings?.map(({ field, message }) => (
            <p key={field} class="field-error">
              {field}: {message}
            </p>
          ))}
        </SecretDialog>
      )}
    </form>
  );
}
