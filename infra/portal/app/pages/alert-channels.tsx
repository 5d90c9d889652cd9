import type { ComponentChildren } from "preact";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Action, Form } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { SelectField, TextField, useDraft } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { Status } from "../components/status.tsx";
import { reasons } from "../logic/alert-words.ts";

type Settings = Schemas["Alerts"];

/** The settings that `body` doesn't contain stay unchanged. */
export type Save = (body: Schemas["AlertsPatch"]) => Promise<void>;

type Channel = { readonly settings: Settings; readonly save: Save };

export function AlertChannels({ partner, ...channel }: Channel & { partner: string }) {
  return (
    <>
      <Card title="Email">
        <Email partner={partner} {...channel} />
      </Card>
      <Chat
        name="Chat webhook"
        host={channel.settings.slack?.host}
        label="Incoming webhook URL"
        hint="From Slack, Mattermost, Rocket.Chat, or a compatible service."
        placeholder="https://hooks.slack.com/services/…"
        save={(slackUrl) => channel.save({ slackUrl })}
      />
      <Chat
        name="Microsoft Teams"
        host={channel.settings.teams?.host}
        label="Workflow URL"
        hint="From a Teams workflow that posts webhook alerts to a channel."
        placeholder="https://….api.powerplatform.com/…"
        save={(teamsUrl) => channel.save({ teamsUrl })}
      />
      <PagerDuty {...channel} />
    </>
  );
}

function Email({ partner, settings, save }: Channel & { partner: string }) {
  const { email, emailAvailable } = settings;
  const { draft, set, field } = useDraft({ address: "", code: "" });
  if (!emailAvailable) return <p class="soft">{reasons.no_mail_here}</p>;
  if (email === undefined) {
    return (
      <Form look="form" submit={() => save({ email: draft.address })} done="Code sent">
        <TextField
          label="Email address"
          required
          hint="Feedhook sends a code to this address to confirm it."
          placeholder="oncall@your-company.example"
          {...field("address")}
        />
        <div class="actions">
          <Submit text="Send code" />
        </div>
      </Form>
    );
  }
  const confirm = async () => {
    const path = { params: { path: { partner } } };
    await answerOf(api.POST("/v1/partners/{partner}/alerts/confirm", { ...path, body: { code: draft.code } }));
    set({ code: "" });
  };
  return (
    <>
      <p>
        {email.address}{" "}
        {email.confirmed ? <Status level="good">Confirmed</Status> : <Status level="warn">Not confirmed</Status>}
      </p>
      {!email.confirmed && (
        <Form submit={confirm} done="Address confirmed">
          <TextField label="Confirmation code" required hint="The eight digits in the email." {...field("code")} />
          <Submit text="Confirm address" />
          <Action text="Send new code" look="plain" run={() => save({ email: email.address })} done="New code sent" />
        </Form>
      )}
      <Action text="Remove address" look="danger" run={() => save({ email: null })} done="Address removed" />
    </>
  );
}

type ChatProps = {
  name: string;
  host: string | undefined;
  label: string;
  hint: string;
  placeholder: string;
  save: (url: string | null) => Promise<void>;
};

/** Once a URL is saved, the API returns only its `host`. */
function Chat({ name, host, save, ...url }: ChatProps) {
  const { draft, set, field } = useDraft({ url: "" });
  const submit = () => {
    set({ url: "" });
    return save(draft.url);
  };
  return (
    <Service name={name} host={host} hidden="full URL" remove={() => save(null)} submit={submit}>
      <TextField required {...url} {...field("url")} />
    </Service>
  );
}

type ServiceProps = {
  name: string;
  host: string | undefined;
  hidden: string;
  remove: () => Promise<void>;
  submit: () => Promise<void>;
  children: ComponentChildren;
};

/** A form or, if the service is set up, its `host`. `hidden`: the setting that the API doesn't return. */
function Service({ name, host, hidden, remove, submit, children }: ServiceProps) {
  return (
    <Card title={name}>
      {host === undefined ? (
        <Form look="form" submit={submit} done={`${name} saved`}>
          {children}
          <div class="actions">
            <Submit text="Save" />
          </div>
        </Form>
      ) : (
        <>
          <p>
            Feedhook sends alerts to {host}. The {hidden} is hidden.
          </p>
          <Action text="Remove" look="danger" run={remove} done={`${name} removed`} />
        </>
      )}
    </Card>
  );
}

const regions = {
  us: "https://events.pagerduty.com/v2/enqueue",
  eu: "https://events.eu.pagerduty.com/v2/enqueue",
} as const;

function PagerDuty({ settings: { pagerduty }, save }: Channel) {
  const { draft, set, field } = useDraft<{ routingKey: string; region: keyof typeof regions }>({
    routingKey: "",
    region: "us",
  });
  const submit = () => {
    set({ routingKey: "" });
    return save({ pagerduty: { routingKey: draft.routingKey, url: regions[draft.region] } });
  };
  const remove = () => save({ pagerduty: null });
  return (
    <Service name="PagerDuty" host={pagerduty?.host} hidden="integration key" remove={remove} submit={submit}>
      <TextField
        label="Integration key"
        required
        hint="From an Events API v2 integration. Feedhook opens an incident for each failing endpoint, and resolves it on recovery if “Endpoint recovered” is selected. Resolve other incidents in PagerDuty: those for disabled endpoints, expired deliveries, test alerts, and failures that end because you resume delivery."
        placeholder="32 characters"
        {...field("routingKey")}
      />
      <SelectField
        label="Region"
        options={[
          ["us", "US"],
          ["eu", "EU"],
        ]}
        {...field("region")}
      />
    </Service>
  );
}
