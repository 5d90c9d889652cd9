import { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { printable } from "../../shared/kernel/printable.ts";
import { addAlerts } from "./commands/alerts.ts";
import { addAudit } from "./commands/audit.ts";
import { addCompleteness } from "./commands/completeness.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDeliveries } from "./commands/deliveries.ts";
import { addEventTypes } from "./commands/event-types.ts";
import { addEvents } from "./commands/events.ts";
import { addExplain } from "./commands/explain.ts";
import { addFilters } from "./commands/filters.ts";
import { addKeys } from "./commands/keys.ts";
import { addLinks } from "./commands/links.ts";
import { addListen } from "./commands/listen.ts";
import { addMcp } from "./commands/mcp.ts";
import { addProfiles } from "./commands/profiles.ts";
import { addPull } from "./commands/pull.ts";
import { addReconcile } from "./commands/reconcile.ts";
import { addReplay, addResend } from "./commands/replay.ts";
import { addReplays } from "./commands/replays.ts";
import { addSubscriptions } from "./commands/subscriptions.ts";
import { addTrigger } from "./commands/trigger.ts";
import { addVerify } from "./commands/verify.ts";
import { version } from "./installation.ts";
import { addData, addStart } from "./operators/data.ts";
import { addDoctor } from "./operators/doctor.ts";
import { addErase } from "./operators/erase.ts";
import { addFeeds } from "./operators/feeds.ts";
import { addInstances } from "./operators/instances.ts";
import { addPartners } from "./operators/partners.ts";
import { addQuarantine } from "./operators/quarantine.ts";
import { addRedrive } from "./operators/redrive.ts";
import { addRemovals } from "./operators/removals.ts";
import { addStatus } from "./operators/status.ts";
import type { Session } from "./session.ts";

const globalOptions = z.object({
  json: z.boolean().default(false),
  profile: z.string().optional(),
  asPartner: z.string().optional(),
});

const environment = `
Environment:
  FEEDHOOK_URL, FEEDHOOK_KEY   the bridge's URL and your API key
  FEEDHOOK_PROFILE             the profile to use (feedhook profiles list)
  NO_COLOR                     no colours

Exit codes: 0 done, 1 refused or failed, 2 invalid command line, 3 bridge unreachable, 4 key missing or invalid.
Reference: docs/cli.md`;

/** Call `global`, which returns the options that all commands share, only once the line is parsed. */
export function createProgram(session: Session) {
  const program = new Command("feedhook");
  program
    .description("Webhooks from a platform that can only be polled.")
    .version(version(), "-V, --version", "print the version")
    .option("--json", "print results as JSON, one value per line")
    .option("--profile <name>", "use this profile's URL and key")
    .option("--as-partner <id>", "with an operator's key: act for this partner")
    .helpOption("-h, --help", "print this help")
    // Error messages repeat words of the command line, which can contain pasted control characters.
    .configureOutput({
      writeOut: (text) => process.stdout.write(printable(text)),
      writeErr: (text) => process.stderr.write(printable(text)),
    })
    .showSuggestionAfterError()
    .showHelpAfterError("  (see --help)")
    .addHelpText("after", environment)
    .exitOverride();
  program.commandsGroup("For partners:");
  addListen(program, session);
  addTrigger(program, session);
  addVerify(program, session);
  addSubscriptions(program, session);
  addDeliveries(program, session);
  addEvents(program, session);
  addEventTypes(program, session);
  addFilters(program, session);
  addExplain(program, session);
  addCompleteness(program, session);
  addReconcile(program, session);
  addReplay(program, session);
  addReplays(program, session);
  addResend(program, session);
  addPull(program, session);
  addAlerts(program, session);
  addKeys(program, session);
  addLinks(program, session);
  addAudit(program, session);
  program.commandsGroup("For operators:");
  addStart(program, session);
  addStatus(program, session);
  addInstances(program, session);
  addFeeds(program, session);
  addPartners(program, session);
  addQuarantine(program, session);
  addRemovals(program, session);
  addErase(program, session);
  addData(program, session);
  addRedrive(program, session);
  addDoctor(program, session);
  program.commandsGroup("For this program:");
  addMcp(program, session);
  addProfiles(program, session);
  addCompletion(program, session);
  return { program, global: () => globalOptions.parse(program.opts()) };
}
