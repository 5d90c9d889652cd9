import { Aws } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";

export type SpendingBudgetProps = {
  readonly stage: string;
  /** US dollars a month. */
  readonly dollars: number;
  readonly topicArn: string;
};

/** Tells the alarm topic when a month's bill of the stage is forecast to exceed a sum, and when it has. */
export class SpendingBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, dollars, topicArn }: SpendingBudgetProps) {
    super(scope, id);
    const subscribers = [{ subscriptionType: "SNS", address: topicArn }];
    const notice = (notificationType: "ACTUAL" | "FORECASTED") => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold: 100,
        thresholdType: "PERCENTAGE",
      },
      subscribers,
    });
    new CfnBudget(this, "Budget", {
      budget: {
        budgetName: `feedhook-${stage}-${Aws.REGION}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: dollars, unit: "USD" },
        // Whoever pays for the account has to turn these two tags into cost allocation tags, once.
        costFilters: { TagKeyValue: ["user:application$feedhook", `user:stage$${stage}`] },
      },
      notificationsWithSubscribers: [notice("FORECASTED"), notice("ACTUAL")],
    });
  }
}
