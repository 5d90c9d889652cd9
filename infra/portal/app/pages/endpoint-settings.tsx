import type { Schemas } from "../api/reads.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Facts } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { typesText } from "../logic/event-choice.ts";

const formats = { envelope: "Feedhook envelope", cloudevents: "CloudEvents 1.0" } as const;

export function EndpointSettings({ subscription }: { subscription: Schemas["SubscriptionDetail"] }) {
  const { eventTypes, instances, filter, signingKeys, headerNames, ordered, payload, format } = subscription;
  const isPush = subscription.kind === "push";
  const secrets = signingKeys.map(({ createdAt, expiresAt }) => (
    <div key={createdAt}>
      Created <Time at={createdAt} />
      {expiresAt !== undefined && (
        <>
          , expires <Time at={expiresAt} />
        </>
      )}
    </div>
  ));
  return (
    <>
      <Facts
        facts={[
          ["Events", typesText(eventTypes)],
          ["Instances", instances?.join(", ") ?? "All"],
          ["Payload", `${payload === "thin" ? "Thin" : "Full"}, ${formats[format]}`],
          ["Ordering", ordered ? "In order for each record" : undefined],
          ["Headers", isPush ? headerNames.join(", ") || "None" : undefined],
          ["Signing secrets", isPush ? secrets : undefined],
          ["ID", <span class="mono">{subscription.id}</span>],
        ]}
      />
      {filter !== undefined && (
        <>
          <h3>Filter</h3>
          <CodeBlock label="the filter" code={JSON.stringify(filter, null, 2)} />
        </>
      )}
    </>
  );
}
