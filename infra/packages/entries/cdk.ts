// `feedhook/cdk`
export { BridgeConsumer, type BridgeConsumerProps, type TypePattern } from "../../aws/constructs/bridge-consumer.ts";
export { Feedhook, type FeedhookProps } from "../../aws/feedhook.ts";
