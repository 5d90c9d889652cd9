import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may, me } from "../api/session.ts";
import { type Load, useLoad } from "../api/use-load.ts";
import { CheckField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { type Level, Status } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { toast, withToast } from "../components/toast.tsx";
import { text } from "../text.ts";

type Settings = Schemas["Alerts"];
type Kind = Settings["kinds"][number];
type Sent = Settings["recent"][number];
type Patch = Schemas["AlertsPatch"];

const kinds: readonly Kind[] = [
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
];

const levels: { readonly [state in Sent["state"]]: Level } = {
  ...{ sent: "good", sending: "idle", refused: "warn", failed: "bad", unknown: "warn" },
};

/** Alerts to a partner about failing endpoints, through channels other than its endpoints. */
export function Alerts() {
  const partner = me.value?.partner?.id;
  return (
    <Page title={text.nav.alerts} lead="By e-mail or chat, once each time an endpoint changes state">
      {partner === undefined ? (
        <Card>
          <Empty title="Alerts belong to a partner">
            <p>
              <a href="/portal/partners">Choose a partner</a> and view the portal as that partner.
            </p>
          </Empty>
        </Card>
      ) : (
        <AlertsOf partner={partner} />
      )}
    </Page>
  );
}

function AlertsOf({ partner }: { partner: string }) {
  const path = { params: { path: { partner } } };
  const load = useLoad(`alerts ${partner}`, () => answerOf(api.GET("/v1/partners/{partner}/alerts", path)), 15_000);
  return (
    <Loaded load={load}>
      {(settings) => (
        <>
          {may("manage") && <Channels partner={partner} settings={settings} load={load} />}
          <Card title="Last messages">
            <Recent rows={settings.recent} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Channels({ partner, settings, load }: { partner: string; settings: Settings; load: Load<Settings> }) {
  const path = { params: { path: { partner } } };
  const set = (body: Patch, success: string) => {
    withToast(async () => {
      await answerOf(api.PATCH("/v1/partners/{partner}/alerts", { ...path, body }));
      load.reload();
    }, success);
  };
  const test = () => {
    withToast(async () => {
      const { results } = await answerOf(api.POST("/v1/partners/{partner}/alerts/test", path));
      for (const { channel, outcome, reason } of results) {
        toast(`${text.alerts.channels[channel]}: ${text.alerts.outcomes[outcome]}${reason ? ` (${reason})` : ""}`);
      }
      load.reload();
    });
  };
  const canTest = settings.email?.confirmed === true || settings.slack !== undefined;
  return (
    <>
      <Card title="E-mail">
        <Email partner={partner} settings={settings} set={set} reload={load.reload} />
      </Card>
      <Card title="Chat">
        <Chat settings={settings} set={set} />
      </Card>
      <Card title="Alert on">
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={text.alerts.kinds[kind]}
            checked={settings.kinds.includes(kind)}
            onChange={(isWanted) => {
              const wanted = kinds.filter((one) => (one === kind ? isWanted : settings.kinds.includes(one)));
              if (wanted.length === 0) toast("Choose at least one kind, or remove e-mail and chat.");
              else set({ kinds: [...wanted] }, "Saved");
            }}
          />
        ))}
        {canTest && (
          <p>
            <button type="button" onClick={test}>
              Send test
            </button>
          </p>
        )}
      </Card>
    </>
  );
}

type Set = (body: Patch, success: string) => void;

function Email({
  partner,
  settings: { email, emailAvailable },
  set,
  reload,
}: {
  partner: string;
  settings: Settings;
  set: Set;
  reload: () => void;
}) {
  const [address, setAddress] = useState("");
  const [code, setCode] = useState("");
  if (!emailAvailable) return <p class="soft">This bridge doesn't send e-mail. Use chat.</p>;
  const confirm = () => {
    withToast(async () => {
      const path = { params: { path: { partner } } };
      await answerOf(api.POST("/v1/partners/{partner}/alerts/confirm", { ...path, body: { code } }));
      setCode("");
      reload();
    }, "Address confirmed");
  };
  if (email === undefined) {
    return (
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          set({ email: address }, "Code sent");
        }}
      >
        <TextField
          label="E-mail address"
          required
          value={address}
          hint="We send a code to confirm it."
          placeholder="oncall@your-company.example"
          onChange={setAddress}
        />
        <button type="submit">Send code</button>
      </form>
    );
  }
  return (
    <>
      <p>
        {email.address}{" "}
        {email.confirmed ? <Status level="good">Confirmed</Status> : <Status level="warn">Not confirmed</Status>}
      </p>
      {!email.confirmed && (
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <TextField label="Code from the e-mail" required value={code} hint="Eight digits." onChange={setCode} />
          <button type="submit">Confirm</button>
          <button
            type="button"
            class="plain"
            onClick={() => {
              set({ email: email.address }, "New code sent");
            }}
          >
            Send new code
          </button>
        </form>
      )}
      <button
        type="button"
        class="danger"
        onClick={() => {
          set({ email: null }, "E-mail removed");
        }}
      >
        Remove address
      </button>
    </>
  );
}

function Chat({ settings: { slack }, set }: { settings: Settings; set: Set }) {
  const [url, setUrl] = useState("");
  if (slack !== undefined) {
    return (
      <>
        <p>Posts to {slack.host}. The full address is hidden.</p>
        <button
          type="button"
          class="danger"
          onClick={() => {
            set({ slackUrl: null }, "Chat removed");
          }}
        >
          Remove chat
        </button>
      </>
    );
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        set({ slackUrl: url }, "Chat saved");
        setUrl("");
      }}
    >
      <TextField
        label="Incoming webhook URL"
        required
        value={url}
        hint="From Slack, Mattermost, Rocket.Chat or a compatible service."
        placeholder="https://hooks.slack.com/services/…"
        onChange={setUrl}
      />
      <button type="submit">Save</button>
    </form>
  );
}

function Recent({ rows }: { rows: readonly Sent[] }) {
  if (rows.length === 0) return <Empty title="No alerts sent yet" />;
  return (
    <Table
      label="Last messages"
      rows={rows}
      keyOf={({ about, kind, subscription = "", channel }) => `${about} ${kind} ${subscription} ${channel}`}
      columns={[
        { title: "When", cell: ({ triedAt }) => <Time at={triedAt} /> },
        { title: "What", cell: ({ kind }) => text.alerts.kinds[kind] },
        {
          title: "Endpoint",
          cell: ({ subscription }) =>
            subscription === undefined ? "—" : <a href={`/portal/endpoints/${subscription}`}>{subscription}</a>,
        },
        { title: "Where", cell: ({ channel }) => text.alerts.channels[channel] },
        {
          title: "State",
          cell: ({ state, reason }) => (
            <>
              <Status level={levels[state]}>{text.alerts.outcomes[state]}</Status> {reason}
            </>
          ),
        },
      ]}
    />
  );
}
