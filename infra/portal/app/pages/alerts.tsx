import { answerOf, api, done } from "../api/client.ts";
import { nameOf, readSubscriptions, type Schemas } from "../api/reads.ts";
import { may, me } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action } from "../components/action.tsx";
import { CheckField, SelectField } from "../components/fields.tsx";
import { Card, Empty, Loaded, Page } from "../components/page.tsx";
import { Status } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { toast, withToast } from "../components/toast.tsx";
import { alertReason, channels, kinds, outcomes, states } from "../logic/alert-words.ts";
import { AlertChannels, type Save } from "./alert-channels.tsx";

type Settings = Schemas["Alerts"];
type Kind = Settings["kinds"][number];

const choices: readonly Kind[] = [
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

export function Alerts() {
  const partner = me.value?.partner?.id;
  return (
    <Page
      title="Alerts"
      lead="Get a message when an endpoint fails, is paused, is disabled, or recovers, and when deliveries expire"
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
          {may("manage") && <AlertSettings partner={partner} settings={settings} />}
          <Card title="Recent alerts">
            <Recent rows={settings.recent} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function AlertSettings({ partner, settings }: { partner: string; settings: Settings }) {
  const path = { params: { path: { partner } } };
  const save: Save = (body) => done(api.PATCH("/v1/partners/{partner}/alerts", { ...path, body }));
  const test = async () => {
    const { results } = await answerOf(api.POST("/v1/partners/{partner}/alerts/test", path));
    for (const { channel, outcome, reason } of results) {
      const why = reason === undefined ? "" : `. ${alertReason(channel, reason)}`;
      toast(`${channels[channel].name}: ${outcomes[outcome]}${why}`);
    }
  };
  const choose = (kind: Kind, isWanted: boolean) => {
    const wanted = choices.filter((one) => (one === kind ? isWanted : settings.kinds.includes(one)));
    if (wanted.length > 0) withToast(() => save({ kinds: wanted }), "Saved");
    else toast("Select at least one alert. To stop all alerts, remove the channels above.");
  };
  const { email, slack, teams, pagerduty } = settings;
  const canTest = email?.confirmed === true || [slack, teams, pagerduty].some((one) => one !== undefined);
  return (
    <>
      <AlertChannels partner={partner} settings={settings} save={save} />
      <Card title="Alerts to send">
        <div class="filters">
          <SelectField
            label="When to alert about a failing endpoint"
            value={String(settings.failingAfterMinutes)}
            options={thresholds.map(([minutes, title]) => [String(minutes), title])}
            onChange={(value) => {
              const chosen = thresholds.find(([minutes]) => String(minutes) === value);
              if (chosen !== undefined) withToast(() => save({ failingAfterMinutes: chosen[0] }), "Saved");
            }}
          />
        </div>
        {choices.map((kind) => (
          <CheckField
            key={kind}
            label={kinds[kind]}
            value={settings.kinds.includes(kind)}
            onChange={(isWanted) => choose(kind, isWanted)}
          />
        ))}
        {canTest && (
          <p>
            <Action text="Send test alert" run={test} />
          </p>
        )}
      </Card>
    </>
  );
}

function Recent({ rows }: { rows: Settings["recent"] }) {
  const { data: subscriptions = [] } = useLoad("endpoints of alerts", readSubscriptions);
  const names = new Map(subscriptions.map((one) => [one.id, nameOf(one)]));
  return (
    <Table
      label="Recent alerts"
      rows={rows}
      keyOf={({ about, kind, subscription = "", channel }) => `${about} ${kind} ${subscription} ${channel}`}
      empty={<Empty title="No alerts in the last 30 days" />}
      columns={[
        { title: "Time", time: ({ triedAt }) => triedAt },
        { title: "Alert", cell: ({ kind }) => kinds[kind] },
        {
          title: "Endpoint",
          cell: ({ subscription: id }) => id && <a href={`/portal/endpoints/${id}`}>{names.get(id) ?? id}</a>,
        },
        { title: "Channel", cell: ({ channel }) => channels[channel].name },
        {
          title: "State",
          cell: ({ state }) => <Status level={states[state].level}>{states[state].word}</Status>,
          below: ({ channel, reason }) => reason && alertReason(channel, reason),
        },
      ]}
    />
  );
}
