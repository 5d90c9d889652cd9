import { useState } from "preact/hooks";
import { answerOf, api, messageOf } from "../api/client.ts";
import { type ToSend, toSendOf } from "../api/deliveries.ts";
import { nameOf, type OwnDelivery } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Alert, Loaded } from "../components/page.tsx";
import { partsOf } from "../logic/delivery-filters.ts";
import { formFor, plural } from "../logic/plural.ts";

const leftOutText = (count: number) =>
  `${plural(count, "event", "events")} can't be resent. Feedhook no longer stores ${formFor(count, "it", "them")}, or the endpoint's settings exclude ${formFor(count, "it", "them")}.`;

/** The API's maximum number of event IDs in one replay. */
const mostPerReplay = 200;
/** Each replay's rate, in deliveries per second. It is low, because all replays of a partner share a quota. */
const perSecond = 10;

type Begun = { readonly id: string; readonly replay: string };

type SendAgainProps = {
  read: () => Promise<readonly OwnDelivery[]>;
  /** The maximum number of deliveries that `read` returns. */
  most: number;
  onClose: () => void;
};

export function SendAgain({ read, most, onClose }: SendAgainProps) {
  const load = useLoad("what is to be sent again", () => read().then(count));
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const [isStarted, setStarted] = useState(false);
  const start = (chosen: readonly ToSend[]) => {
    setStarted(true);
    startAll(chosen, (one) => setBegun((last) => [...last, one])).catch((error: unknown) => {
      setProblem(messageOf(error));
    });
  };
  return (
    <Dialog title="Resend deliveries" onClose={onClose}>
      <Loaded load={load}>
        {({ chosen, found, events, matches }) => (
          <>
            <p role="status">
              {matches === 0 ? (
                "None of these deliveries can be resent."
              ) : (
                <>
                  Feedhook will resend <strong>{plural(matches, "delivery", "deliveries")}</strong> to{" "}
                  {chosen.map(({ subscription }) => nameOf(subscription)).join(", ")}.
                </>
              )}
            </p>
            {matches < events && <p class="soft">{leftOutText(events - matches)}</p>}
            {found === most && (
              <p class="soft">
                Only the first {most} matching deliveries are included. To resend others, narrow the filters, for
                example by time.
              </p>
            )}
            {problem !== undefined && (
              <Alert>
                {begun.length > 0
                  ? `Feedhook is resending only some of the deliveries. ${problem} To resend the rest, close this dialog and select them again.`
                  : problem}
              </Alert>
            )}
            {begun.length > 0 && <Progress begun={begun} matches={matches} />}
            <div class="actions">
              <Button text={isStarted ? "Close" : "Cancel"} press={onClose} />
              {!isStarted && matches > 0 && (
                <Button text="Resend deliveries" look="primary" press={() => start(chosen)} />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/**
 * Counts with dry runs how many events can still be sent, and leaves out endpoints that have none. `events` and
 * `matches` count an event once per endpoint.
 */
async function count(deliveries: readonly OwnDelivery[]) {
  const chosen: ToSend[] = [];
  let [events, matches] = [0, 0];
  for (const one of toSendOf(deliveries)) {
    const before = matches;
    for (const part of partsOf(one.events, mostPerReplay)) {
      const answer = await replay(one.subscription.id, part, true);
      events += part.length;
      matches += "dryRun" in answer ? answer.matches : 0;
    }
    if (matches > before) chosen.push(one);
  }
  return { chosen, events, matches, found: deliveries.length };
}

async function startAll(chosen: readonly ToSend[], onBegun: (begun: Begun) => void): Promise<void> {
  for (const { subscription, events } of chosen) {
    for (const part of partsOf(events, mostPerReplay)) {
      const answer = await replay(subscription.id, part, false);
      if ("id" in answer) onBegun({ id: subscription.id, replay: answer.id });
    }
  }
}

function replay(id: string, events: readonly string[], dryRun: boolean) {
  const body = { events: [...events], undelivered: false, dryRun, perSecond };
  return answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
}

function Progress({ begun, matches }: { begun: readonly Begun[]; matches: number }) {
  const read = () =>
    Promise.all(
      begun.map((path) => answerOf(api.GET("/v1/subscriptions/{id}/replays/{replay}", { params: { path } }))),
    );
  const load = useLoad(`replays ${begun.map((one) => one.replay).join()}`, read, 1_000);
  return (
    <Loaded load={load}>
      {(replays) => {
        const sent = replays.reduce((sum, { progress }) => sum + progress.sent, 0);
        const isDone = replays.every(({ state }) => state === "completed" || state === "cancelled");
        return (
          <div role="status">
            <progress max={Math.max(matches, 1)} value={sent} aria-label="Resent" />
            <p>
              {sent.toLocaleString("en")} of {matches.toLocaleString("en")} sent.{" "}
              {isDone
                ? "Done."
                : "Sending continues after you close this dialog. To follow or cancel the replays, open the endpoint's page."}
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}
