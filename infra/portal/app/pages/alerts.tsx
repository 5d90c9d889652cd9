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
import { alertsText as words } from "../strings/alerts.ts";
import { text } from "../strings/shared.ts";

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

/** Where a partner hears of endpoints that fail, without an endpoint for that. */
export function Alerts() {
  const partner = me.value?.partner?.id;
  return (
    <Page title={text.nav.alerts} lead={words.byEMailOrChat}>
      {partner === undefined ? (
        <Card>
          <Empty title={words.alertsAreAPartners}>
            <p>
              <a href="/portal/partners">{words.chooseAPartner}</a>
              {words.andLookAtThePortal}
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
          <Card title={words.lastMessages}>
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
      <Card title={words.eMail}>
        <Email partner={partner} settings={settings} set={set} reload={load.reload} />
      </Card>
      <Card title={words.chat}>
        <Chat settings={settings} set={set} />
      </Card>
      <Card title={words.ofWhat}>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={text.alerts.kinds[kind]}
            checked={settings.kinds.includes(kind)}
            onChange={(isWanted) => {
              const wanted = kinds.filter((one) => (one === kind ? isWanted : settings.kinds.includes(one)));
              if (wanted.length === 0) toast(words.chooseAtLeastOneOr);
              else set({ kinds: [...wanted] }, words.saved);
            }}
          />
        ))}
        {canTest && (
          <p>
            <button type="button" onClick={test}>
              {words.sendATest}
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
  if (!emailAvailable) return <p class="soft">{words.thisBridgeSendsNoE}</p>;
  const confirm = () => {
    withToast(async () => {
      const path = { params: { path: { partner } } };
      await answerOf(api.POST("/v1/partners/{partner}/alerts/confirm", { ...path, body: { code } }));
      setCode("");
      reload();
    }, words.theAddressIsConfirmed);
  };
  if (email === undefined) {
    return (
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          set({ email: address }, words.aCodeWasSentThere);
        }}
      >
        <TextField
          label={words.eMailAddress}
          required
          value={address}
          hint={words.itGetsACodeFirst}
          placeholder={words.oncallYourCompanyExample}
          onChange={setAddress}
        />
        <button type="submit">{words.sendACode}</button>
      </form>
    );
  }
  return (
    <>
      <p>
        {email.address}{" "}
        {email.confirmed ? (
          <Status level="good">{words.confirmed}</Status>
        ) : (
          <Status level="warn">{words.notConfirmed}</Status>
        )}
      </p>
      {!email.confirmed && (
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <TextField label={words.codeOfTheEMail} required value={code} hint={words.eightDigits} onChange={setCode} />
          <button type="submit">{words.confirm}</button>
          <button
            type="button"
            class="plain"
            onClick={() => {
              set({ email: email.address }, words.aNewCodeWasSent);
            }}
          >
            {words.sendANewCode}
          </button>
        </form>
      )}
      <button
        type="button"
        class="danger"
        onClick={() => {
          set({ email: null }, words.noEMailAnyMore);
        }}
      >
        {words.removeTheAddress}
      </button>
    </>
  );
}

function Chat({ settings: { slack }, set }: { settings: Settings; set: Set }) {
  const [url, setUrl] = useState("");
  if (slack !== undefined) {
    return (
      <>
        <p>
          {words.anAddressAt} {slack.host}
          {words.itIsntShownAgain}
        </p>
        <button
          type="button"
          class="danger"
          onClick={() => {
            set({ slackUrl: null }, words.noChatAnyMore);
          }}
        >
          {words.removeTheChat}
        </button>
      </>
    );
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        set({ slackUrl: url }, words.theChatIsSet);
        setUrl("");
      }}
    >
      <TextField
        label={words.addressOfAnIncomingWebhook}
        required
        value={url}
        hint={words.ofSlackMattermostRocketChat}
        placeholder={words.httpsHooksSlackComServices}
        onChange={setUrl}
      />
      <button type="submit">{words.setIt}</button>
    </form>
  );
}

function Recent({ rows }: { rows: readonly Sent[] }) {
  if (rows.length === 0) return <Empty title={words.noMessageYet} />;
  return (
    <Table
      label={words.lastMessages}
      rows={rows}
      keyOf={({ about, kind, subscription = "", channel }) => `${about} ${kind} ${subscription} ${channel}`}
      columns={[
        { title: words.when, cell: ({ triedAt }) => <Time at={triedAt} /> },
        { title: words.what, cell: ({ kind }) => text.alerts.kinds[kind] },
        {
          title: words.endpoint,
          cell: ({ subscription }) =>
            subscription === undefined ? "—" : <a href={`/portal/endpoints/${subscription}`}>{subscription}</a>,
        },
        { title: words.where, cell: ({ channel }) => text.alerts.channels[channel] },
        {
          title: words.state,
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
