import { Fn, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { EgressNetwork } from "../constructs/egress-network.ts";
import type { DeployOptions } from "../options.ts";

/**
 * A separate stack, so that functions leave the network before a separate command deletes it. If the network were part
 * of another stack, turning the option off would delete it while functions still need it.
 */
export class EgressStack extends Stack {
  readonly network: EgressNetwork;

  constructor(scope: Construct, id: string, { partnerUrl }: DeployOptions, props: StackProps) {
    super(scope, id, props);
    this.network = new EgressNetwork(this, "Egress", partnerUrl);
  }

  /** The zones are chosen at deployment, because looking them up at synthesis would need the account. */
  override get availabilityZones(): string[] {
    return [0, 1].map((zone) => Fn.select(zone, Fn.getAzs()));
  }
}
