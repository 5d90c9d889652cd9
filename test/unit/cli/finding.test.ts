import { expect, test } from "vitest";
import { clockFinding, lastWord, versionFinding } from "../../../infra/cli/doctor/finding.ts";

test("doctor accepts another patch release of the bridge, and advises on another minor release", () => {
  expect(versionFinding("1.4.0", "1.4.2")).toMatchObject({ isFine: true, text: "the bridge is 1.4.0" });
  for (const theirs of ["1.3.9", "2.4.2"]) {
    expect(versionFinding(theirs, "1.4.2")).toMatchObject({
      isFine: false,
      text: `the bridge is ${theirs}, and this program is 1.4.2`,
      nextStep: `Use the bridge's version of the program: npx feedhook@${theirs}`,
    });
  }
});

test("doctor warns of clocks more than half a minute apart, and says which is ahead", () => {
  const now = Date.parse("2026-03-01T12:00:00.400Z");
  const reported = (secondsAhead: number) => new Date(now + secondsAhead * 1_000).toUTCString();
  // `Date` is cut to whole seconds, and the answer may have come at any moment while it was waited for.
  const finding = (secondsAhead: number) => clockFinding("source", reported(secondsAhead), now - 200, now + 200);
  expect(finding(0)).toEqual({ check: "clock, source", isFine: true, text: "in sync" });
  expect(finding(20)).toMatchObject({ isFine: true, text: "19 s off" });
  const nextStep = "Turn on NTP on the machine whose clock is wrong (timedatectl).";
  expect(finding(40)).toMatchObject({ isFine: false, text: "this machine is 39 s behind the source", nextStep });
  expect(finding(-40)).toMatchObject({ isFine: false, text: "this machine is 39 s ahead of the source", nextStep });
  expect(clockFinding("source", null, now, now)).toMatchObject({
    isFine: true,
    text: "the source doesn't report its time",
  });
});

test("the last word says whether something must be fixed, and otherwise how many warnings there are", () => {
  const [fine, warning, bad] = [{ isFine: true }, { isFine: true, isWarning: true }, { isFine: false }] as const;
  expect(lastWord([fine, fine])).toBe("Everything works.");
  expect(lastWord([fine, warning])).toBe("Everything works, with 1 warning.");
  expect(lastWord([warning, warning])).toBe("Everything works, with 2 warnings.");
  expect(lastWord([fine, warning, bad])).toBe("1 problem must be fixed.");
  expect(lastWord([bad, bad])).toBe("2 problems must be fixed.");
});
