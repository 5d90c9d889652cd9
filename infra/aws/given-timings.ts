import * as z from "zod";
import { checkedTimings } from "../../shared/kernel/checked-timings.ts";
import { defaultTimings, timings } from "../../shared/kernel/timings.ts";

const parsed = z.union([
  timings.partial(),
  z.string().transform((text, context) => {
    try {
      return timings.partial().parse(JSON.parse(text));
    } catch (cause) {
      context.addIssue({ code: "custom", message: `must be a JSON object of timings: ${String(cause)}` });
      return z.NEVER;
    }
  }),
]);

/**
 * Timings as an object, or as JSON from the command line. They are checked here as the functions check them, because
 * wrong ones would make every start fail.
 */
export const givenTimings = parsed.superRefine((given, context) => {
  for (const { path, message } of checkedTimings.safeParse({ ...defaultTimings, ...given }).error?.issues ?? []) {
    context.addIssue({ code: "custom", message: `${path.join(".")} ${message}` });
  }
});
