import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { actorText } from "../../../../shared/api/deliveries/wait-sentence.ts";
import { answerOf, api, done } from "../api/client.ts";
import { nameOf, type OwnedEndpoint, ownerOf, type Subscription } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useBacklogs } from "../api/statistics.ts";
import { Action, Form, Opener } from "../components/action.tsx";
import { Button, ButtonLink, Submit } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/fields.tsx";
import { Todo } from "../components/page.tsx";
import { NextAttempt, Time } from "../components/time.tsx";
import { type EndpointProblem, endpointProblems, waitingText } from "../logic/endpoint-words.ts";

type Troubled = OwnedEndpoint & Pick<Subscription, "endpoint" | "disabledReason" | "url" | "description">;

export function EndpointProblems({ endpoints }: { endpoints: readonly Troubled[] }) {
  const problems = endpointProblems(endpoints, Date.now());
  const { data: backlogs } = useBacklogs(problems.map(({ subscription }) => subscription));
  if (problems.length === 0) return null;
  return (
    <section aria-label="Current problems">
      {problems.map((problem) => {
        const { subscription, sentence } = problem;
        const { id, partner = "", partnerName } = subscription;
        const href = `/portal/endpoints/${id}${partnerName === undefined ? "" : `?as=${partner}`}`;
        return (
          <ProblemTodo
            key={id}
            // The advice is for the partner. Operators can only contact the partner.
            problem={partnerName === undefined ? problem : { ...problem, advice: "Contact the partner." }}
            title={
              <>
                {partnerName !== undefined && `${partnerName}: `}
                <a href={href}>{nameOf(subscription)}</a> {sentence}
              </>
            }
            waiting={waitingText(backlogs?.get(id))}
            href={href}
          />
        );
      })}
    </section>
  );
}

type ProblemTodoProps = {
  problem: EndpointProblem<Troubled>;
  title?: ComponentChildren;
  waiting?: string;
  href?: string;
};

/** `href`: the endpoint's page; absent on that page. */
export function ProblemTodo({
  problem: { subscription, level, sentence, advice },
  title = `This endpoint ${sentence}`,
  waiting = "",
  href,
}: ProblemTodoProps) {
  const { acknowledged, state, nextProbeAt } = subscription.endpoint;
  return (
    <Todo
      level={level}
      title={title}
      action={
        <div class="actions">
          {may("manage") && state !== "healthy" && <Acknowledgement subscription={subscription} />}
          {href !== undefined && <ButtonLink text="View endpoint" href={href} />}
        </div>
      }
    >
      {advice} {waiting}{" "}
      {state === "open" && nextProbeAt !== undefined && (
        <>
          {waiting !== "" && "Delivery continues once the endpoint responds with 2xx."} <NextAttempt at={nextProbeAt} />{" "}
          To try now, resume delivery.
        </>
      )}
      {acknowledged !== undefined && (
        <>
          <br />
          Acknowledged {actorText(acknowledged.by)} <Time at={acknowledged.at} />: {acknowledged.note}
        </>
      )}
    </Todo>
  );
}

function Acknowledgement({ subscription }: { subscription: Troubled }) {
  const params = { path: { id: subscription.id }, ...ownerOf(subscription) };
  const withdraw = () => done(api.DELETE("/v1/subscriptions/{id}/acknowledgement", { params }));
  const acknowledge = (note: string) =>
    answerOf(api.PUT("/v1/subscriptions/{id}/acknowledgement", { params, body: { note } }));
  if (subscription.endpoint.acknowledged !== undefined)
    return <Action text="Withdraw acknowledgement" run={withdraw} done="Acknowledgement withdrawn" />;
  return <Opener text="Acknowledge" dialog={(close) => <NoteDialog send={acknowledge} onClose={close} />} />;
}

/** The API's limit on the number of characters in a note. */
const longestNote = 500;

function NoteDialog({ send, onClose }: { send: (note: string) => Promise<unknown>; onClose: () => void }) {
  const [note, setNote] = useState("");
  return (
    <Dialog title="Acknowledge this failure" onClose={onClose}>
      <Form look="stack" submit={() => send(note).then(onClose)} done="Failure acknowledged">
        <p class="soft">
          An acknowledgement tells others that someone knows about this failure. It covers only the current cause, and
          ends when the endpoint recovers, is enabled or disabled, or gets a new URL. Deliveries and alerts continue.
        </p>
        <TextField
          label="Note"
          placeholder="What is being done, and by whom"
          hint={`Up to ${longestNote} characters. The partner and operators can read it.`}
          maxLength={longestNote}
          required
          value={note}
          onChange={setNote}
        />
        <div class="actions">
          <Button text="Cancel" press={onClose} />
          <Submit text="Acknowledge" look="primary" />
        </div>
      </Form>
    </Dialog>
  );
}
