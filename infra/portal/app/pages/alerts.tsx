import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Schemas } from "../api/reads.ts";
import { may, me } from "../api/session.ts";
import { type Load, useLoad } from "../api/use-load.ts";
import { CheckField, SelectField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { type Level, Status } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { toast, withToast } from "../components/toast.tsx";
import { alertReason } from "../logic/alert-reason.ts";
import { text } from "../text.ts";
import { Chat, Email, PagerDuty } from "./alert-channels.tsx";

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

const thresholds = [
  [0, "Immediately"],
  [5, "After 5 minutes"],
  [10, "After 10 minutes"],
] as const;

const levels: { readonly [state in Sent["state"]]: Level } = {
  ...{ sent: "good", sending: "idle", refused: "warn", failed: "bad", unknown: "warn" },
};

/** A partner's alerts about failing endpoints, through channels other than its endpoints. */
export function Alerts() {
  const partner = me.value?.partner?.id;
  return (
    <Page
      title={text.nav.alerts}
      lead="Get a message when an endpoint fails, is paused, is disabled or recovers, and when deliveries expire"
    >
      {partner === undefined ? (
        <Card>
          <Empty title="Each partner has its own alerts">
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
          <Card title="Recent alerts">
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
        const why = reason === undefined ? "" : `. ${alertReason(channel, reason)}`;
        toast(`${text.alerts.channels[channel]}: ${text.alerts.outcomes[outcome]}${why}`);
      }
      load.reload();
    });
  };
  const { slack, teams, pagerduty } = settings;
  const canTest = settings.email?.confirmed === true || [slack, teams, pagerduty].some((one) => one !== undefined);
  return (
    <>
      <Card title="Email">
        <Email partner={partner} settings={settings} set={set} reload={load.reload} />
      </Card>
      <Card title="Chat">
        <Chat
          host={settings.slack?.host}
          label="Incoming webhook URL"
          hint="From Slack, Mattermost, Rocket.Chat or a compatible service."
          placeholder="https://hooks.slack.com/services/…"
          save={(slackUrl) => {
            set({ slackUrl }, slackUrl === null ? "Chat webhook removed" : "Chat webhook saved");
          }}
        />
      </Card>
      <Card title="Microsoft Teams">
        <Chat
          host={settings.teams?.host}
          label="Workflow URL"
          hint="From the workflow “Post to a channel when a webhook request is received”."
          placeholder="https://….logic.azure.com/workflows/…"
          save={(teamsUrl) => {
            set({ teamsUrl }, teamsUrl === null ? "Microsoft Teams removed" : "Microsoft Teams saved");
          }}
        />
      </Card>
      <Card title="PagerDuty">
        <PagerDuty settings={settings} set={set} />
      </Card>
      <Card title="Alerts to send">
        <div class="filters">
          <SelectField
            label="When to alert about a failing endpoint"
            value={String(settings.failingAfterMinutes)}
            options={thresholds.map(([minutes, title]) => [String(minutes), title] as const)}
            onChange={(value) => {
              const chosen = thresholds.find(([minutes]) => String(minutes) === value);
              if (chosen !== undefined) set({ failingAfterMinutes: chosen[0] }, "Saved");
            }}
          />
        </div>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={text.alerts.kinds[kind]}
            checked={settings.kinds.includes(kind)}
            onChange={(isWanted) => {
              const wanted = kinds.filter((one) => (one === kind ? isWanted : settings.kinds.includes(one)));
              if (wanted.length === 0)
                toast("Select at least one alert. To stop all alerts, remove the channels above.");
              else set({ kinds: [...wanted] }, "Saved");
            }}
          />
        ))}
        {canTest && (
          <p>
            <button type="button" onClick={test}>
              Send test alert
            </button>
          </p>
        )}
      </Card>
    </>
  );
}

function Recent({ rows }: { rows: readonly Sent[] }) {
  const { data: subscriptions = [] } = useLoad("endpoints of alerts", readSubscriptions);
  const names = new Map(subscriptions.map((one) => [one.id, nameOf(one)]));
  if (rows.length === 0) return <Empty title="No alerts in the last 30 days" />;
  return (
    <Table
      label="Recent alerts"
      rows={rows}
      keyOf={({ about, kind, subscription = "", channel }) => `${about} ${kind} ${subscription} ${channel}`}
      columns={[
        { title: "Time", cell: ({ triedAt }) => <Time at={triedAt} /> },
        { title: "Alert", cell: ({ kind }) => text.alerts.kinds[kind] },
        {
          title: "Endpoint",
          cell: ({ subscription }) =>
            subscription === undefined ? (
              "—"
            ) : (
              <a href={`/portal/endpoints/${subscription}`}>{names.get(subscription) ?? subscription}</a>
            ),
        },
        { title: "Channel", cell: ({ channel }) => text.alerts.channels[channel] },
        {
          title: "State",
          cell: ({ state, channel, reason }) => (
            <>
              <Status level={levels[state]}>{text.alerts.states[state]}</Status>
              {reason !== undefined && <div class="small soft">{alertReason(channel, reason)}</div>}
            </>
          ),
        },
      ]}
    />
  );
}
