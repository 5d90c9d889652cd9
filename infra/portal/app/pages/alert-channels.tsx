import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Status } from "../components/status.tsx";
import { withToast } from "../components/toast.tsx";
import { text } from "../text.ts";

type Settings = Schemas["Alerts"];
type Patch = Schemas["AlertsPatch"];

export type Set = (body: Patch, success: string) => void;

/** The email address, which a code confirms. */
export function Email({
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
  if (!emailAvailable) return <p class="soft">{text.alerts.reasons.no_mail_here}</p>;
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
          label="Email address"
          required
          value={address}
          hint="Feedhook sends a code to this address to confirm it."
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
          <TextField
            label="Confirmation code"
            required
            value={code}
            hint="The eight digits in the email."
            onChange={setCode}
          />
          <button type="submit">Confirm address</button>
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
          set({ email: null }, "Address removed");
        }}
      >
        Remove address
      </button>
    </>
  );
}

/** A chat, whose URL can be set but is never shown. */
export function Chat({
  host,
  label,
  hint,
  placeholder,
  save,
}: {
  host: string | undefined;
  label: string;
  hint: string;
  placeholder: string;
  save: (url: string | null) => void;
}) {
  const [url, setUrl] = useState("");
  if (host !== undefined) {
    return (
      <Channel
        host={host}
        hidden="full URL"
        remove={() => {
          save(null);
        }}
      />
    );
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        save(url);
        setUrl("");
      }}
    >
      <TextField label={label} required value={url} hint={hint} placeholder={placeholder} onChange={setUrl} />
      <button type="submit">Save</button>
    </form>
  );
}

function Channel({ host, hidden, remove }: { host: string; hidden: string; remove: () => void }) {
  return (
    <>
      <p>
        Feedhook sends alerts to {host}. The {hidden} is hidden.
      </p>
      <button type="button" class="danger" onClick={remove}>
        Remove
      </button>
    </>
  );
}

const regions = {
  us: "https://events.pagerduty.com/v2/enqueue",
  eu: "https://events.eu.pagerduty.com/v2/enqueue",
} as const;

export function PagerDuty({ settings: { pagerduty }, set }: { settings: Settings; set: Set }) {
  const [routingKey, setRoutingKey] = useState("");
  const [region, setRegion] = useState<keyof typeof regions>("us");
  if (pagerduty !== undefined) {
    return (
      <Channel
        host={pagerduty.host}
        hidden="integration key"
        remove={() => {
          set({ pagerduty: null }, "PagerDuty removed");
        }}
      />
    );
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        set({ pagerduty: { routingKey, url: regions[region] } }, "PagerDuty saved");
        setRoutingKey("");
      }}
    >
      <TextField
        label="Integration key"
        required
        value={routingKey}
        hint="From an Events API v2 integration. Feedhook opens an incident for each failing endpoint and resolves it on recovery."
        placeholder="32 characters"
        onChange={setRoutingKey}
      />
      <SelectField
        label="Region"
        value={region}
        options={[
          ["us", "US"],
          ["eu", "EU"],
        ]}
        onChange={(value) => {
          setRegion(value === "eu" ? "eu" : "us");
        }}
      />
      <button type="submit">Save</button>
    </form>
  );
}
