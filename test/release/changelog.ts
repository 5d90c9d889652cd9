/** A version's section of CHANGELOG.md without its heading. Empty if there is none. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((one) => one.startsWith(`[${version}]`)) ?? "";
  return section.replace(/^.*/, "").trim();
}

/** Whether a section says what users do to upgrade. */
export const hasUpgrade = (section: string): boolean => /^### Upgrade\n+[^#\s]/m.test(section);
