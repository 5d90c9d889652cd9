import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Action, Menu, Opener } from "../components/action.tsx";
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
  const edit = (look: string) => (
    <a class={look} href={`/portal/endpoints/${id}/edit`}>
      Edit {noun}
    </a>
  );
  const sendPing = (look?: "primary") => (
    <Action run={ping} {...(look && { look })}>
      Send ping
    </Action>
  );
  return (
    <>
      {isDisabled && <Action look="primary" run={turn("active")} done={`${Noun} enabled`}>{`Enable ${noun}`}</Action>}
      {isHeldBack && (
        <Action look="primary" run={turn("active")} done="Delivery resumed">
          Resume delivery
        </Action>
      )}
      {isWell && (isPushed ? sendPing("primary") : edit("button primary"))}
      <Menu title="More actions">
        {isPushed && (
          <>
            {!isWell && sendPing()}
            <Opener dialog={(close) => <SendExample id={id} kind={kind} onClose={close} />}>Send example</Opener>
          </>
        )}
        {(isPushed || !isWell) && edit("button")}
        {isSigned && (
          <Opener dialog={(close) => <RotateSecret id={id} signingKeys={signingKeys} onClose={close} />}>
            Rotate secret
          </Opener>
        )}
        {!isDisabled && (
          <Action
            question={{
              title: `Disable this ${noun}?`,
              button: `Disable ${noun}`,
              text: isPushed
                ? "Feedhook holds waiting deliveries, and sends them once you enable the endpoint. Events published in the meantime aren't queued. To send them later, replay undelivered events."
                : "Waiting events stay in the queue. Events published while the queue is disabled aren't added. To get them later, replay undelivered events.",
            }}
            run={turn("disabled")}
            done={`${Noun} disabled`}
          >{`Disable ${noun}`}</Action>
        )}
        <Action
          look="danger"
          question={{
            title: `Delete this ${noun}?`,
            button: `Delete ${noun}`,
            text: `Feedhook discards this ${noun}'s undelivered events${isSigned ? " and deletes its signing keys" : ""}. This can't be undone.`,
          }}
          run={remove}
          done={`${Noun} deleted`}
        >
          Delete {noun}
        </Action>
      </Menu>
    </>
  );
}
