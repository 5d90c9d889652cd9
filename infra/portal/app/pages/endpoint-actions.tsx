import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Action, Menu, Opener } from "../components/action.tsx";
import { ButtonLink } from "../components/button.tsx";
import { toast } from "../components/toast.tsx";
import { causeText } from "../logic/attempt-cause.ts";
import { SendExample } from "./send-example.tsx";
import { RotateSecret } from "./signing-keys.tsx";

type Detail = Schemas["SubscriptionDetail"];

export function EndpointActions({ subscription }: { subscription: Detail }) {
  const { id, kind, signingKeys, status } = subscription;
  const isPushed = kind !== "pull";
  const isSigned = kind === "push";
  const [noun, Noun] = isPushed ? (["endpoint", "Endpoint"] as const) : (["queue", "Queue"] as const);
  const params = { path: { id } };
  const { route } = useLocation();
  const ping = async () => {
    const { outcome, attempt } = await answerOf(api.POST("/v1/subscriptions/{id}/ping", { params }));
    const how =
      attempt === undefined
        ? "No response yet. The result will appear under Recent deliveries."
        : `Ping failed. ${causeText(attempt, kind)}`;
    toast(outcome === "delivered" ? "Ping delivered" : how);
  };
  const turn = (to: "active" | "disabled") => () =>
    done(api.PATCH("/v1/subscriptions/{id}", { params, body: { status: to } }));
  const remove = async () => {
    await done(api.DELETE("/v1/subscriptions/{id}", { params }));
    route("/portal/endpoints");
  };
  const isDisabled = status === "disabled";
  const isHeldBack = isPushed && !isDisabled && subscription.endpoint.state !== "healthy";
  const isWell = !isDisabled && !isHeldBack;
  const edit = (look?: "primary") => (
    <ButtonLink text={`Edit ${noun}`} href={`/portal/endpoints/${id}/edit`} look={look} />
  );
  const sendPing = (look?: "primary") => <Action text="Send ping" run={ping} look={look} />;
  return (
    <>
      {isDisabled && <Action text={`Enable ${noun}`} look="primary" run={turn("active")} done={`${Noun} enabled`} />}
      {isHeldBack && <Action text="Resume delivery" look="primary" run={turn("active")} done="Delivery resumed" />}
      {isWell && (isPushed ? sendPing("primary") : edit("primary"))}
      <Menu title="More actions">
        {isPushed && (
          <>
            {!isWell && sendPing()}
            <Opener text="Send example" dialog={(close) => <SendExample id={id} kind={kind} onClose={close} />} />
          </>
        )}
        {(isPushed || !isWell) && edit()}
        {isSigned && (
          <Opener
            text="Rotate secret"
            dialog={(close) => <RotateSecret id={id} signingKeys={signingKeys} onClose={close} />}
          />
        )}
        {!isDisabled && (
          <Action
            text={`Disable ${noun}`}
            question={{
              title: `Disable this ${noun}?`,
              text: isPushed
                ? "Feedhook holds waiting deliveries, and sends them once you enable the endpoint. Events published in the meantime aren't queued. To send them later, replay undelivered events."
                : "Waiting events stay in the queue. Events published while the queue is disabled aren't added. To get them later, replay undelivered events.",
            }}
            run={turn("disabled")}
            done={`${Noun} disabled`}
          />
        )}
        <Action
          text={`Delete ${noun}`}
          look="danger"
          question={{
            title: `Delete this ${noun}?`,
            text: `Feedhook discards this ${noun}'s undelivered events${isSigned ? " and deletes its signing keys" : ""}. This can't be undone.`,
          }}
          run={remove}
          done={`${Noun} deleted`}
        />
      </Menu>
    </>
  );
}
