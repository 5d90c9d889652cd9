import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { ofOperatorKey } from "../../../shared/api/access/request-budget.ts";
import { logRules } from "../stage-rules.ts";

const windowSeconds = 300;
/** Requests per window. A lower limit would block an operator's program that stays within its key's limit. */
const perAddress = ofOperatorKey * (windowSeconds / 60);

/**
 * AWS's managed rule groups, each with those of its rules that only count requests. If those rules blocked requests,
 * they would refuse what the API needs: large bodies, webhook addresses in bodies, clients without a user agent.
 */
const groups: { readonly [name: string]: readonly string[] } = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    "EC2MetaDataSSRF_BODY",
    "GenericRFI_BODY",
    "NoUserAgent_HEADER",
    "SizeRestrictions_BODY",
  ],
};

const floodLabel = "flood";

const filter = (Behavior: "KEEP" | "DROP", condition: object) => ({
  Behavior,
  Requirement: "MEETS_ALL",
  Conditions: [condition],
});

export class FirewallRules extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const managed = Object.entries(groups).map(([name, counted], position) => ({
      name,
      priority: position + 1,
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: "AWS",
          name,
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
      visibilityConfig: visibility(name),
    }));
    const acl = new CfnWebACL(this, "Acl", {
      name: `feedhook-${stage}`,
      description: "In front of the management API and the portal",
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      rules: [
        {
          name: "requests-of-one-address",
          priority: 0,
          action: { block: {} },
          ruleLabels: [{ name: floodLabel }],
          statement: {
            rateBasedStatement: {
              aggregateKeyType: "IP",
              limit: perAddress,
              evaluationWindowSec: windowSeconds,
            },
          },
          visibilityConfig: visibility("requests-of-one-address"),
        },
        ...managed,
      ],
      visibilityConfig: visibility(`feedhook-${stage}`),
    });
    const logs = new LogGroup(this, "Logs", {
      // WAF writes only to log groups with this prefix.
      logGroupName: `aws-waf-logs-feedhook-${stage}`,
      ...logRules,
    });
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [logs.logGroupArn.replace(/:\*$/, "")],
      redactedFields: [{ singleHeader: { Name: "authorization" } }],
      // The log contains the requests that a managed rule blocks; the function logs requests that pass and then fail. A
      // flood isn't logged: its requests can be 8 KB each, and logging them would cost hundreds of dollars a day.
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          filter("DROP", { LabelNameCondition: { LabelName: `${acl.attrLabelNamespace}${floodLabel}` } }),
          filter("KEEP", { ActionCondition: { Action: "BLOCK" } }),
        ],
      },
    });
    this.arn = acl.attrArn;
  }
}
