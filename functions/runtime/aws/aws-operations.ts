import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { SQSClient } from "@aws-sdk/client-sqs";
import { QueueAges } from "../../../shared/adapters/aws/queue-ages.ts";
import { redriveOnSqs } from "../../../shared/adapters/aws/sqs-redrive.ts";
import { sqsStatusProbe } from "../../../shared/adapters/aws/sqs-status-probe.ts";
import type { Redrive } from "../../../shared/api/status/redrive.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import type { QueueName } from "../../../shared/kernel/topology.ts";
import type { Engine } from "../engine.ts";
import { clientOptions as defaultClientOptions } from "./aws-client-options.ts";
import type { Elsewhere } from "./aws-engine.ts";
import { type AwsEnvironment, queueVariables, readAwsEnvironment, required } from "./aws-settings.ts";

const deadLetterVariables = {
  ticks: "DEAD_LETTERS_TICKS_URL",
  poll: "DEAD_LETTERS_POLL_URL",
  fanout: "DEAD_LETTERS_FANOUT_URL",
  deliver: "DEAD_LETTERS_DELIVER_URL",
  "deliver-slow": "DEAD_LETTERS_DELIVER_SLOW_URL",
  recover: "DEAD_LETTERS_RECOVER_URL",
  alerts: "DEAD_LETTERS_ALERTS_URL",
} as const satisfies { [name in QueueName]: keyof AwsEnvironment };

/**
 * Operations of the API on AWS that aren't part of the engine: they report on queues and move dead letters back. They
 * are separate so that other functions don't load CloudWatch's client. Throws InvalidInputError for a variable that is
 * missing or malformed.
 */
export function awsOperations(
  env: NodeJS.ProcessEnv,
  { clock, logger }: Pick<Engine, "clock" | "logger">,
  elsewhere: Elsewhere = {},
): { readonly probe: StatusProbe; readonly redrive: Redrive } {
  const environment = readAwsEnvironment(env);
  const clientOptions = { ...defaultClientOptions, ...elsewhere };
  const client = new SQSClient(clientOptions);
  const deadLettersUrl = (name: QueueName) => required(environment, deadLetterVariables[name]);
  const queues = (functions.api.watches ?? []).map((name) => ({
    name,
    url: required(environment, queueVariables[name]),
    deadLettersUrl: deadLettersUrl(name),
  }));
  const failureNoticesUrl = required(environment, "FAILURE_NOTICES_URL");
  // A status without ages is better than a late one.
  const requestHandler = { ...defaultClientOptions.requestHandler, requestTimeout: 2_000 };
  const cloudWatch = new CloudWatchClient({ ...clientOptions, maxAttempts: 2, requestHandler });
  const ages = new QueueAges({ client: cloudWatch, clock, logger });
  return {
    probe: sqsStatusProbe({ client, queues, failureNoticesUrl, ages, logger }),
    redrive: {
      queue: (name) => redriveOnSqs(client, deadLettersUrl(name)),
      changes: { command: `npm run redrive -- --stage ${required(environment, "STAGE")}` },
    },
  };
}
