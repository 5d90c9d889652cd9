import { apiTargets } from "./api-targets.ts";
import { archiveTarget } from "./archive-target.ts";
import { deliveryTargets } from "./delivery-targets.ts";
import { endpointTarget } from "./endpoint-target.ts";
import { sourceTargets } from "./source-targets.ts";
import type { Target } from "./target.ts";

export const targets: readonly Target[] = [
  ...sourceTargets,
  ...apiTargets,
  ...deliveryTargets,
  endpointTarget,
  archiveTarget,
];
