# The commands in docs/runbook.md, for bash and zsh: `. infra/aws/commands/runbook.sh prod`. They require jq, curl, and
# the AWS CLI with credentials for the account. `api` also requires OPERATOR_KEY.
stage=${1:?the name of a stage, such as prod}

# With text output, the AWS CLI applies `--query` to each page separately, and with JSON output to all pages together.

# fn poll: the name of a function.
fn() {
  aws lambda list-functions --query "Functions[?Description=='Feedhook $stage: $1'].FunctionName" --output json |
    jq -r '.[0] // empty'
}

# errors poll 60: the newest 50 lines of a function's log from the last 60 minutes (the default), oldest first. Shows
# only warnings, errors, and Lambda's reports on invocations, which include crashes and timeouts.
# errors deliver 4000 endpoint.state: shows only the lines of one event.
errors() {
  local group since pattern
  pattern='{ $.level = "warn" || $.level = "error" || $.level = "WARN" || $.level = "ERROR" || $.type = "platform.report" }'
  [ -z "${3:-}" ] || pattern="{ \$.event = \"$3\" }"
  group=$(aws lambda get-function-configuration --function-name "$(fn "$1")" --query LoggingConfig.LogGroup --output text)
  since=$((($(date +%s) - 60 * ${2:-60}) * 1000))
  aws logs filter-log-events --log-group-name "$group" --start-time "$since" \
    --filter-pattern "$pattern" \
    --query 'events[].message' --output json | jq -r '.[]' | tail -n 50
}

# figures poll Duration Maximum: CloudWatch's figures for a function in the last three hours. Prints the time (UTC) and
# value of each five-minute period that has data. Other metrics: Errors, Throttles, Invocations (Sum), IteratorAge
# (Maximum).
figures() {
  aws cloudwatch get-metric-statistics --namespace AWS/Lambda --metric-name "$2" --statistics "$3" --period 300 \
    --dimensions "Name=FunctionName,Value=$(fn "$1")" \
    --start-time "$(($(date +%s) - 10800))" --end-time "$(date +%s)" \
    --query "sort_by(Datapoints, &Timestamp)[].[Timestamp, $3]" --output text
}

# alarm age-poll: the state of an alarm, OK or ALARM, and the reason.
alarm() {
  aws cloudwatch describe-alarms --alarm-names "feedhook-$stage-$1" \
    --query 'MetricAlarms[0].[StateValue, StateReason]' --output text
}

# version deliver: the version that a function runs.
version() {
  aws lambda get-alias --function-name "$(fn "$1")" --name live --query FunctionVersion --output text
}

# back deliver: moves a function to the previous version. The next deployment moves it to the newest one.
back() {
  local name now before
  name=$(fn "$1")
  now=$(aws lambda get-alias --function-name "$name" --name live --query FunctionVersion --output text)
  before=$(aws lambda list-versions-by-function --function-name "$name" --query 'Versions[].Version' --output json |
    jq -r --argjson now "$now" 'map(tonumber? | select(. < $now)) | max // empty')
  [ -n "$before" ] || { echo "$1 has no version before $now" >&2; return 1; }
  aws lambda update-alias --function-name "$name" --name live --function-version "$before" \
    --routing-config 'AdditionalVersionWeights={}' --query FunctionVersion --output text
}

# depth poll: how many messages are waiting and in progress in a queue and in its dead-letter queue.
depth() {
  local name
  for name in "feedhook-$stage-$1" "feedhook-$stage-$1-dead-letters"; do
    aws sqs get-queue-attributes --queue-url "$(aws sqs get-queue-url --queue-name "$name" --query QueueUrl --output text)" \
      --attribute-names ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible \
      --query 'Attributes' --output json | jq -r --arg name "$name" \
      '"\($name): \(.ApproximateNumberOfMessages) waiting, \(.ApproximateNumberOfMessagesNotVisible) in progress"'
  done
}

# letters poll: the bodies of up to ten dead letters, which stay in place.
letters() {
  aws sqs receive-message --queue-url "$(dead "$1")" --visibility-timeout 0 --max-number-of-messages 10 \
    --message-attribute-names All --query 'Messages[].Body' --output json | jq -r '.[]?'
}

# redrive deliver: moves the dead letters back to their queue.
redrive() {
  local arn
  arn=$(aws sqs get-queue-attributes --queue-url "$(dead "$1")" --attribute-names QueueArn --query Attributes.QueueArn --output text)
  aws sqs start-message-move-task --source-arn "$arn"
}

# purge poll: permanently deletes the dead letters.
purge() {
  aws sqs purge-queue --queue-url "$(dead "$1")"
}

dead() {
  aws sqs get-queue-url --queue-name "feedhook-$stage-$1-dead-letters" --query QueueUrl --output text
}

# api GET /v1/status: calls the API with the operator's key.
api() {
  local url
  url=$(aws cloudformation describe-stacks --stack-name "Feedhook-$stage-Api" \
    --query "Stacks[0].Outputs[?OutputKey=='Url'].OutputValue" --output text)
  curl --silent --show-error --request "$1" "$url$2" --header "authorization: Bearer ${OPERATOR_KEY:?}" \
    --header 'content-type: application/json' ${3:+--data "$3"}
}

# repair Delivery: undoes manual changes to a stack, including deletions. A deployment without --revert-drift would do
# nothing, because the template is already deployed.
repair() {
  npx cdk deploy "Feedhook-$stage-$1" --exclusively --revert-drift -c stage="$stage"
}
