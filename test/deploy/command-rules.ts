/** A command that runs as documented, with the rehearsal's values for its placeholders. */
export type RunCommand = {
  readonly prints: RegExp;
  /** It ends with an error, because the emulator lacks something. */
  readonly fails?: true;
  /** Run once: the others of its kind differ only by a name, which test/infra compares with the templates. */
  readonly once?: true;
  /** Shell code that creates what the command needs. */
  readonly before?: string;
  /** Shell code whose output shows what the command did, if it prints nothing itself. */
  readonly then?: string;
  /** Shell code that removes what the command left behind. */
  readonly after?: string;
};

/**
 * What the deploy test does with a documented command. Each matches exactly one rule (test/infra), so a new command
 * needs its output, a text in the file that shows it (`shownBy`), another command that includes it (`sameAs`), or the
 * reason why an emulator can't (`notHere`).
 */
export type CommandRule = { readonly command: RegExp } & (
  | RunCommand
  | { readonly shownBy: string; readonly text: string }
  | { readonly sameAs: string }
  | { readonly notHere: string }
);

const jsonLines = /^(\{.*\}\s*)*$/s;

/** Alarms that the emulator can't create. */
const overSeveralMetrics = "api-failing|clock-stopped|functions-failing|polling-silent|published-not-matched";

const readApi =
  "API=$(aws cloudformation describe-stacks --stack-name Feedhook-prod-Api " +
  `--query "Stacks[0].Outputs[?OutputKey=='Url'].OutputValue" --output text)`;

const readBucket =
  "BUCKET=$(aws cloudformation describe-stacks --stack-name Feedhook-prod-Ingest " +
  `--query "Stacks[0].Outputs[?OutputKey=='FailedChanges'].OutputValue" --output text)`;

const [operatorShell, deployStacks, disasterSteps, optionFlips] = [
  ...["test/deploy/operator-shell.ts", "test/deploy/deploy-stacks.ts"],
  ...["test/deploy/disaster-steps.ts", "test/deploy/option-flips.ts"],
] as const;

const makeKey = "KEY=$(aws kms create-key --query KeyMetadata.Arn --output text) && export KEY";

export const commandRules: readonly CommandRule[] = [
  // Synopses: each of their uses is a separate command.
  ...Object.entries({
    ...{
      alarm: "alarm age-fanout",
      errors: "errors poll",
      figures: "figures poll Duration Maximum",
      depth: "depth poll",
    },
    ...{ letters: "letters poll", redrive: "redrive deliver", purge: "purge poll", api: "api GET /v1/status" },
    ...{ repair: "repair Delivery", back: "back deliver" },
  }).map(([name, sameAs]) => ({ command: new RegExp(`^${name} <.*$`), sameAs })),

  // Once per machine, and for the repository itself.
  { command: /^OPERATOR_KEY=\$\(openssl .*$/, prints: /^.{44}\n$/, then: 'echo "$OPERATOR_KEY"' },
  { command: /^OPERATOR_KEY_HASH=.*$/, prints: /^[0-9a-f]{64}\n$/, then: 'echo "$OPERATOR_KEY_HASH"' },
  { command: /^export OPERATOR_KEY=…$/, shownBy: operatorShell, text: "OPERATOR_KEY: operatorKey" },
  {
    command: /^\. infra\/aws\/commands\/runbook\.sh prod$/,
    shownBy: operatorShell,
    text: ". infra/aws/commands/runbook.sh prod",
  },
  { command: /^npm ci$/, shownBy: ".ci/run", text: "npm ci " },
  { command: /^npm run test:deploy -- --commands$/, shownBy: "test/deploy/run.ts", text: "values.commands" },
  { command: /^npm run bench:(cost|cold-start)$/, notHere: "it measures the repository, and no stage" },
  { command: /^npm run stack -- .*$/, shownBy: "test/infra/bundles.test.ts", text: "readableStack(" },
  { command: /^aws sts get-caller-identity$/, prints: /"Account": "000000000000"/ },
  { command: /^aws configure get region$/, notHere: "the rehearsal's region stands in its environment, in no profile" },

  // Deployments.
  { command: /^npm run preflight$/, sameAs: "npm run preflight -- --stage prod" },
  { command: /^npm run preflight -- --stage prod$/, prints: /(^.* pass .*\n){4}/m },
  { command: /^npx cdk bootstrap -c stage=prod$/, shownBy: deployStacks, text: '[cdk, "bootstrap",' },
  { command: /^npx cdk synth$/, shownBy: deployStacks, text: '[cdk, "synth",' },
  { command: /^npx cdk diff(?: -c stage=prod)?$/, shownBy: deployStacks, text: '[cdk, "diff",' },
  { command: /^npx cdk deploy(?: --all -c stage=prod)?$/, shownBy: deployStacks, text: '[cdk, "deploy",' },
  {
    command: /^npx cdk deploy --all -c stage=prod -c gradualDeployments=false$/,
    // The app itself has resources that the emulator doesn't know, so this synthesises with the same options.
    // option-flips.ts deploys the rest.
    before: 'OUT=$(mktemp -d); npx() { command npx cdk synth --quiet --output "$OUT" "${@:4}"; }',
    then:
      'cat "$OUT"/*.template.json | grep -c AWS::Lambda::Alias; ' +
      'cat "$OUT"/*.template.json | grep -c AWS::CodeDeploy || true; rm -r "$OUT"',
    prints: /^10\n0$/m,
  },
  { command: /^npx cdk destroy --all -c stage=prod$/, notHere: "the emulator fails at it; it is emptied in one go" },
  { command: /^npm run smoke -- --stage prod$/, shownBy: disasterSteps, text: "smoke -- --stage prod" },
  { command: /^npm run restore-tables -- .*$/, shownBy: disasterSteps, text: "restore-tables -- --stage prod" },
  { command: /^back deliver$/, shownBy: disasterSteps, text: "back poll" },
  {
    command: /^npx cdk deploy Feedhook-prod-Delivery --exclusively --revert-drift .*$/,
    sameAs: "repair Delivery",
  },
  {
    command: /^repair (Data|Delivery|Ingest|Ops)$/,
    // The app itself has resources that the emulator doesn't know.
    before: "export CDK_APP={assembly}",
    prints: /✅ {2}Feedhook-prod-\w+/,
  },
  {
    command: /^aws cloudformation delete-stack --stack-name Feedhook-prod-Egress$/,
    shownBy: optionFlips,
    text: "delete-stack",
  },
  {
    command: /^aws cloudformation update-termination-protection .* --stack-name Feedhook-prod-Egress$/,
    ...{ shownBy: optionFlips, text: "update-termination-protection --no-enable-termination-protection" },
  },
  {
    command: /^aws events delete-event-bus --name feedhook-prod$/,
    ...{ shownBy: optionFlips, text: "aws events delete-event-bus --name feedhook-prod" },
  },

  // The first instance and the first webhook.
  { command: /^API=\$\(aws cloudformation .*$/s, prints: /^https?:\/\/\S+\n$/, then: 'echo "$API"' },
  { command: /^KEY_ARN=\$\(aws cloudformation .*$/s, prints: /^arn:aws:kms:\S+\n$/, then: 'echo "$KEY_ARN"' },
  {
    command: /^aws kms encrypt .*$/s,
    shownBy: "test/unit/adapters/aws-settings.test.ts",
    text: "clientSecretSealed",
  },
  { command: /^curl -X PUT "\$API\/v1\/instances\/acme" .*$/s, before: readApi, prints: /"requestsPerSecond":5\b/ },
  { command: /^curl "\$API\/v1\/status" .*$/, before: readApi, prints: /"baselineDone":true/ },
  {
    command: /^curl -X POST "\$API\/v1\/subscriptions" .*$/s,
    before: readApi,
    prints: /"secret":"whsec_/,
    after:
      "api GET /v1/subscriptions | jq -r '.items[] | select(.url | contains(\"hooks.your-company.example\")) | .id' |" +
      ' while read -r id; do api DELETE "/v1/subscriptions/$id"; done',
  },

  // The runbook's checks.
  {
    command: new RegExp(`^alarm (?!(${overSeveralMetrics})$)[\\w-]+$`),
    once: true,
    prints: /^(OK|ALARM|INSUFFICIENT_DATA)\t/,
  },
  {
    command: new RegExp(`^alarm (${overSeveralMetrics})$`),
    notHere: "the emulator makes no alarm over several metrics",
  },
  // The emulator doesn't look into lines of JSON, so every line matches. Only AWS shows which ones don't.
  { command: /^errors \w+( \d+( [\w.]+)?)?$/, once: true, prints: /^$|"event":|RequestId: / },
  {
    command: /^figures \w+ \w+ (Maximum|Sum)$/,
    once: true,
    // The emulator measures no function by itself. Data that it got within this second is after the requested end.
    before:
      'DATA=$(printf \'[{"MetricName":"Duration","Timestamp":%s,"Dimensions":[{"Name":"FunctionName","Value":"%s"}],"Value":41.5}]\' ' +
      '"$(($(date +%s) - 60))" "$(fn poll)")' +
      '; aws cloudwatch put-metric-data --namespace AWS/Lambda --metric-data "$DATA"',
    prints: /^\S+\t41\.5\n$/,
  },
  { command: /^depth [\w-]+$/, once: true, prints: /^(feedhook-prod-[\w-]+: \d+ waiting, \d+ in progress\n){2}$/ },
  { command: /^letters [\w-]+$/, once: true, prints: jsonLines },
  {
    command: /^aws sqs receive-message --queue-url "\$\(dead rule\)" .*$/,
    before:
      'aws sqs send-message --queue-url "$(dead rule)" --message-body {} --message-attributes ' +
      '\'{"ERROR_CODE":{"DataType":"String","StringValue":"NO_PERMISSIONS"}}\'',
    prints: /"StringValue": "NO_PERMISSIONS"/,
    after: "purge rule",
  },
  { command: /^aws dynamodb update-table --sse-specification$/, notHere: "the emulator's tables have no key" },
  { command: /^aws dynamodb list-tables$/, prints: /Feedhook-prod-Data-Feeds/ },
  { command: /^aws scheduler list-schedules .*$/, prints: /\tENABLED\n/ },
  { command: /^aws lambda list-event-source-mappings .*$/, prints: /\tEnabled\b/ },
  { command: /^aws lambda get-account-settings --query AccountLimit$/, prints: /"ConcurrentExecutions": \d+/ },
  { command: /^aws lambda get-function-configuration .*BUS_NAME$/, prints: /^"feedhook-prod"\n$/ },
  { command: /^aws events list-rules .*$/, prints: /\tENABLED\n/ },
  { command: /^aws events list-targets-by-rule .*$/, prints: /:feedhook-prod-fanout"/ },
  {
    command: /^aws s3 ls .*$/,
    before: `${readBucket} && echo {} | aws s3 cp - "s3://$BUCKET/rehearsal"`,
    prints: / rehearsal\n/,
    after: 'aws s3 rm "s3://$BUCKET/rehearsal"',
  },
  {
    command: /^aws cloudwatch describe-alarms --state-value ALARM .*$/,
    prints: /^(feedhook-prod-[\w-]+\s*|None\s*)*$/,
  },
  { command: /^api GET \/v1\/(status|feeds|removals|quarantine)$/, prints: /^\{.*\}$/s },
  { command: /^api GET \/v1\/subscriptions\/\{id\}$/, prints: /"endpoint":/ },
  { command: /^api GET \/v1\/subscriptions\/\{id\}\/deliveries$/, prints: /"items":\[\{/ },

  // The runbook's actions.
  { command: /^purge (ticks|poll|recover|alerts)$/, prints: /^$/ },
  { command: /^purge bus$/, notHere: "only a stage with encryptWithKey has dead letters of the bus" },
  { command: /^redrive (fanout|deliver|deliver-slow|recover|alerts)$/, notHere: "the emulator moves no dead letters" },
  { command: /^FANOUT=\$\(aws sqs get-queue-url .*$/, prints: /\/feedhook-prod-fanout\n$/, then: 'echo "$FANOUT"' },
  {
    command: /^while message=\$\(aws sqs receive-message --queue-url "\$\(dead rule\)".*$/s,
    before:
      "FANOUT=$(aws sqs get-queue-url --queue-name feedhook-prod-fanout --query QueueUrl --output text); " +
      'aws sqs send-message --queue-url "$(dead rule)" --message-body ' +
      '\'{"detail":{"instance":"{name}","id":"{event}","type":"person.created"}}\'',
    prints: /"MessageId": /,
    then: "letters rule",
  },
  {
    command: /^npm run redrive -- --stage prod( --dry-run)?$/,
    prints: /^0 found, 0 published, 0 failed/m,
  },
  // Data keys are found, but the emulator can't rewrap them.
  {
    command: /^npm run rewrap -- --stage prod$/,
    prints: /Unknown action: ReEncrypt[^]*^\d+ data keys, 0 rewrapped/m,
    fails: true,
  },
  { command: /^aws lambda update-event-source-mapping --uuid <UUID> --enabled$/, prints: /"State": "Enabl/ },
  {
    command: /^aws lambda put-function-concurrency --function-name "\$\(fn poll\)" --reserved-concurrent-executions 0$/,
    prints: /"ReservedConcurrentExecutions": 0/,
    after: 'aws lambda delete-function-concurrency --function-name "$(fn poll)"',
  },
  {
    command: /^aws lambda delete-function-concurrency --function-name "\$\(fn poll\)"$/,
    before: 'aws lambda put-function-concurrency --function-name "$(fn poll)" --reserved-concurrent-executions 0',
    prints: /^$/,
  },
  {
    command: /^aws kms cancel-key-deletion --key-id <arn>$/,
    before: `${makeKey}; aws kms schedule-key-deletion --key-id "$KEY" --pending-window-in-days 7`,
    prints: /"KeyId": /,
  },
  {
    command: /^aws kms enable-key --key-id <arn>$/,
    before: `${makeKey}; aws kms disable-key --key-id "$KEY"`,
    prints: /^Enabled\n$/,
    then: 'aws kms describe-key --key-id "$KEY" --query KeyMetadata.KeyState --output text',
  },
  { command: /^api PUT \/v1\/instances\/\{name\} '\{"credentials":.*$/, prints: /"name":/ },
  {
    command: /^api PUT \/v1\/instances\/\{name\} '\{"requestsPerSecond":10\}'$/,
    prints: /"requestsPerSecond":10\b/,
    after: `api PUT /v1/instances/{name} '{"requestsPerSecond":20}'`,
  },
  { command: /^api POST \/v1\/instances\/\{name\}\/resume$/, prints: /"name":/ },
  { command: /^api POST \/v1\/subscriptions\/\{id\}\/deliveries\/\{event\}\/retry$/, prints: /^\{.*\}$/s },
  {
    command: /^api POST \/v1\/partners\/\{partner\}\/alerts\/test$/,
    before: `api PATCH /v1/partners/{partner}/alerts '{"slackUrl":"http://127.0.0.1:9/chat"}'`,
    prints: /"results":/,
  },
  {
    command: /^api POST \/v1\/feeds\/\{id\}\/quarantine\/\{row\}\/retry$/,
    // The rehearsal's source has no row that can't be read.
    ...{ shownBy: "test/e2e/cli-operators.test.ts", text: "a quarantined row is listed, shown, retried" },
  },
];
