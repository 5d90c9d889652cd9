import { Stack, type StackProps } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";

/** The only region in which CloudFormation knows budgets. A budget is of the whole account, wherever it was made. */
export const budgetRegion = "us-east-1";

export type Budget = {
  readonly stage: string;
  /** US dollars a month. */
  readonly dollars: number;
  readonly email: string;
};

/** Notifies an address when the stage's monthly forecast or bill exceeds a sum. */
export class BudgetStack extends Stack {
  constructor(scope: Construct, id: string, { stage, dollars, email }: Budget, props: StackProps) {
    super(scope, id, props);
    const subscribers = [{ subscriptionType: "EMAIL", address: email }];
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
        budgetName: `feedhook-${stage}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: dollars, unit: "USD" },
        // The payer account has to activate `application` and `stage` as cost allocation tags, once.
        costFilters: { TagKeyValue: ["user:application$feedhook", `user:stage$${stage}`] },
      },
      notificationsWithSubscribers: [notice("FORECASTED"), notice("ACTUAL")],
    });
  }
}
