# Commands of docs/runbook.md, for bash and zsh: `. infra/aws/commands/runbook.sh prod`. They need the AWS CLI with
# credentials of the account, jq and curl; status and calls of the API need OPERATOR_KEY.
stage=${1:?the name of a stage, such as prod}

# The AWS CLI asks `--query` of each page by itself where it prints text, and of all pages together where it prints JSON.

# fn poll: the name of a function.
fn() {
  aws lambda list-functions --query "Functions[?Description=='Feedhook $stage: $1'].FunctionName" --output json |
    jq -r '.[0] // empty'
}

# errors poll 60: warnings and errors that a function logged within so many minutes (default 60), oldest first, and what
# Lambda says of its invocations that crashed or timed out.
errors() {
  local group since
  group=$(aws lambda get-function-configuration --function-name "$(fn "$1")" --query LoggingConfig.LogGroup --output text)
  since=$((($(date +%s) - 60 * ${2:-60}) * 1000))
  aws logs filter-log-events --log-group-name "$group" --start-time "$since" \
    --filter-pattern '{ $.level = "warn" || $.level = "error" || $.level = "WARN" || $.level = "ERROR" || $.type = "platform.report" }' \
    --query 'events[].message' --output json | jq -r '.[]' | tail -n 50
}

# figures poll Duration Maximum: what CloudWatch measured of a function in the last three hours: time (UTC) and figure of
# each five minutes in which there was something. Other metrics: Errors, Throttles and Invocations (Sum), IteratorAge (Maximum).
figures() {
  aws cloudwatch get-metric-statistics --namespace AWS/Lambda --metric-name "$2" --statistics "$3" --period 300 \
    --dimensions "Name=FunctionName,Value=$(fn "$1")" \
    --start-time "$(($(date +%s) - 10800))" --end-time "$(date +%s)" \
    --query "sort_by(Datapoints, &Timestamp)[].[Timestamp, $3]" --output text
}

# alarm age-poll: what an alarm says, OK or ALARM, and why.
alarm() {
  aws cloudwatch describe-alarms --alarm-names "feedhook-$stage-$1" \
    --query 'MetricAlarms[0].[StateValue, StateReason]' --output text
}

# version deliver: the version that a function runs.
version() {
  aws lambda get-alias --function-name "$(fn "$1")" --name live --query FunctionVersion --output text
}

# back deliver: moves a function to the version before the one that it runs. The next deployment moves it on again.
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

# depth poll: how many messages of a queue wait, are under way, and are dead letters.
depth() {
  local name
  for name in "feedhook-$stage-$1" "feedhook-$stage-$1-dead-letters"; do
    aws sqs get-queue-attributes --queue-url "$(aws sqs get-queue-url --queue-name "$name" --query QueueUrl --output text)" \
      --attribute-names ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible \
      --query 'Attributes' --output json | jq -r --arg name "$name" \
      '"\($name): \(.ApproximateNumberOfMessages) wait, \(.ApproximateNumberOfMessagesNotVisible) are under way"'
  done
}

# letters poll: up to ten dead letters of a queue, which stay there.
letters() {
  aws sqs receive-message --queue-url "$(dead "$1")" --visibility-timeout 0 --max-number-of-messages 10 \
    --message-attribute-names All --query 'Messages[].Body' --output json | jq -r '.[]?'
}

# redrive deliver: gives dead letters back to their queue.
redrive() {
  local arn
  arn=$(aws sqs get-queue-attributes --queue-url "$(dead "$1")" --attribute-names QueueArn --query Attributes.QueueArn --output text)
  aws sqs start-message-move-task --source-arn "$arn"
}

# purge poll: deletes dead letters for good.
purge() {
  aws sqs purge-queue --queue-url "$(dead "$1")"
}

dead() {
  aws sqs get-queue-url --queue-name "feedhook-$stage-$1-dead-letters" --query QueueUrl --output text
}

# api GET /v1/status: a call of the API as the operator.
api() {
  local url
  url=$(aws cloudformation describe-stacks --stack-name "Feedhook-$stage-Api" \
    --query "Stacks[0].Outputs[?OutputKey=='Url'].OutputValue" --output text)
  curl --silent --show-error --request "$1" "$url$2" --header "authorization: Bearer ${OPERATOR_KEY:?}" \
    --header 'content-type: application/json' ${3:+--data "$3"}
}

# repair Delivery: makes a stack again what its template says, where somebody changed or deleted a part of it by hand.
# A deployment without it does nothing: the template is the one that is deployed already.
repair() {
  npx cdk deploy "Feedhook-$stage-$1" --exclusively --revert-drift -c stage="$stage"
}
