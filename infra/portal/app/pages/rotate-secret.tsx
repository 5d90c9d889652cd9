import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, SecretDialog } from "../components/dialog.tsx";
import { SelectField } from "../components/fields.tsx";
import { withToast } from "../components/toast.tsx";
import { rotateSecretText as words } from "../strings/rotate-secret.ts";

const overlaps = [
  ["86400", words.forADay],
  ["604800", words.forAWeek],
  ["3600", words.forAnHour],
  ["0", words.notAtAllTheOld],
] as const;

/** Asks how long the old secret goes on signing, makes the new one, and shows it once. */
export function RotateSecret({ id, reload, onClose }: { id: string; reload: () => void; onClose: () => void }) {
  const [overlap, setOverlap] = useState<string>(overlaps[0][0]);
  const [secret, setSecret] = useState<string | undefined>();
  const rotate = () => {
    withToast(async () => {
      const body = { overlapSeconds: Number(overlap) };
      const answer = await answerOf(api.POST("/v1/subscriptions/{id}/secret", { params: { path: { id } }, body }));
      setSecret(answer.secret);
      reload();
    });
  };
  if (secret !== undefined) {
    return (
      <SecretDialog title={words.theNewSigningSecret} onClose={onClose}>
        <CodeBlock label={words.theSecret} code={secret} />
      </SecretDialog>
    );
  }
  return (
    <Confirm title={words.rotateTheSigningSecret} action={words.rotateIt} onConfirm={rotate} onClose={onClose}>
      <p>{words.youGetANewSecret}</p>
      <SelectField label={words.theOldSecretGoesOn} value={overlap} options={overlaps} onChange={setOverlap} />
    </Confirm>
  );
}
