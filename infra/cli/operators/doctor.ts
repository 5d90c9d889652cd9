import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { exitCodes } from "../cli-errors.ts";
import { command } from "../command.ts";
import { checkBridge } from "../doctor/check-bridge.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { type Finding, lastWord, signOf } from "../doctor/finding.ts";
import type { Session } from "../session.ts";

/** Loads check-source.ts only here, because its HTTP client would delay the start of every command. */
async function sourceFindings(config: string, environment: Session["environment"]): Promise<Finding[]> {
  const { checkSource } = await import("../doctor/check-source.ts");
  return checkSource(config, environment);
}

/** Checks a bridge's environment, which fails more often than the bridge. */
export function addDoctor(program: Command, session: Session): void {
  const { terminal, environment } = session;
  command(program, "doctor", "check clocks, addresses, keys, disk and the source's credentials, and suggest fixes")
    .option("--config <file>", "the bridge's config file, to check its source and credentials, too")
    .option("--data-dir <dir>", "the bridge's data directory, to check its disk and key files, too")
    .action(async ({ config, dataDir }) => {
      const checks = [
        checkMachine(dataDir),
        checkBridge(session),
        ...(config === undefined ? [] : [sourceFindings(config, environment)]),
      ];
      const findings = (await Promise.all(checks)).flat();
      for (const finding of findings) {
        const { isFine, check, text, nextStep }: Finding = finding;
        const step = isFine || nextStep === undefined ? "" : `\n  ${nextStep}`;
        terminal.result(finding, () => [signOf(finding), ` ${check.padEnd(20)} ${printableLine(text)}${step}`]);
      }
      terminal.note(lastWord(findings));
      if (findings.some(({ isFine }) => !isFine)) process.exitCode = exitCodes.failed;
    });
}
