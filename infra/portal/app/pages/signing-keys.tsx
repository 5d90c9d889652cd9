import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Button } from "../components/button.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, Dialog, SecretDialog } from "../components/dialog.tsx";
import { SelectField } from "../components/fields.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { rotationNote } from "../logic/endpoint-words.ts";

type Detail = Schemas["SubscriptionDetail"];

export function SigningKeys({ signingKeys }: { signingKeys: Detail["signingKeys"] }) {
  return (
    <>
      {signingKeys.map(({ createdAt, expiresAt, publicKey }) => (
        <div key={`${createdAt} ${publicKey ?? ""}`}>
          {publicKey === undefined ? "HMAC secret" : "Ed25519 key"}, created <Time at={createdAt} />
          {expiresAt !== undefined && (
            <>
              , expires <Time at={expiresAt} />
            </>
          )}
          {publicKey !== undefined && <CodeBlock label="the public key" code={publicKey} />}
        </div>
      ))}
    </>
  );
}

type NewKeyDialogProps = {
  title: string;
  issued: { secret?: string | undefined; publicKey?: string | undefined };
  onClose: () => void;
  children?: ComponentChildren;
};

export function NewKeyDialog({ title, issued: { secret, publicKey }, onClose, children }: NewKeyDialogProps) {
  if (publicKey === undefined) {
    return (
      <SecretDialog title={title} onClose={onClose}>
        <p>Your receiver verifies each webhook with this signing secret:</p>
        <CodeBlock label="the secret" code={secret ?? ""} />
        {children}
      </SecretDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Your receiver verifies each webhook with this public key:</p>
      <CodeBlock label="the public key" code={publicKey} />
      {children}
      <p class="small soft">This key isn't secret. The endpoint's page always shows it.</p>
      <div class="actions">
        <Button text="Done" look="primary" press={onClose} />
      </div>
    </Dialog>
  );
}

export const signings = [
  ["hmac", "HMAC (your receiver has the same secret)"],
  ["ed25519", "Ed25519 (the private key stays in Feedhook)"],
] as const;

const overlaps = [
  ["3600", "After 1 hour"],
  ["86400", "After 1 day"],
  ["604800", "After 7 days"],
  ["0", "Immediately (if it leaked)"],
] as const;

type RotateSecretProps = { id: string; signingKeys: Detail["signingKeys"]; onClose: () => void };

export function RotateSecret({ id, signingKeys, onClose }: RotateSecretProps) {
  const note = rotationNote(signingKeys);
  const newest = signingKeys[0]?.publicKey === undefined ? "hmac" : "ed25519";
  const [overlap, setOverlap] = useState<(typeof overlaps)[number][0]>("86400");
  const [signing, setSigning] = useState<(typeof signings)[number][0]>(newest);
  const [issued, setIssued] = useState<Schemas["RotatedSubscription"] | undefined>();
  const rotate = () => {
    withToast(async () => {
      const body = { overlapSeconds: Number(overlap), signing };
      setIssued(await answerOf(api.POST("/v1/subscriptions/{id}/secret", { params: { path: { id } }, body })));
    });
  };
  if (issued !== undefined) {
    const title = issued.publicKey === undefined ? "New signing secret" : "New public key";
    return <NewKeyDialog title={title} issued={issued} onClose={onClose} />;
  }
  return (
    <Confirm title="Rotate the signing secret?" action="Rotate secret" onConfirm={rotate} onClose={onClose}>
      <p>
        Feedhook generates a new secret or key pair. While the old one is valid, Feedhook signs each webhook with both,
        so your receiver can switch without rejecting any webhooks.
      </p>
      <SelectField label="Signing method for the new key" value={signing} options={signings} onChange={setSigning} />
      <SelectField label="When the old secret expires" value={overlap} options={overlaps} onChange={setOverlap} />
      {note !== undefined && <p>{note}</p>}
    </Confirm>
  );
}
