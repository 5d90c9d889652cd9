import { expect, test } from "vitest";
import { type FeedKind, feedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { classOf, isTimed, resourceOf, scheduledClasses } from "../../../../shared/schedule/feeds/feed-kinds.ts";

const withoutRecords: readonly FeedKind[] = ["room", "owner", "document-scrub"];

test("a feed lists the records in its name, and templates by their resource's name", () => {
  const resources = feedKind.options
    .filter((kind) => !withoutRecords.includes(kind))
    .map((kind) => [kind, resourceOf({ kind })]);
  expect(Object.fromEntries(resources)).toEqual({
    ...{ "person-timeline": "person", "person-walk": "person", "person-count": "person" },
    ...{ "company-timeline": "company", "company-walk": "company", "company-count": "company" },
    ...{ "project-timeline": "project", "project-walk": "project", "project-count": "project" },
    ...{ "activity-timeline": "activity", "activity-walk": "activity", "activity-count": "activity" },
    ...{ "project-scrub": "project", "activity-scrub": "activity" },
    ...{ "company-template": "company_template", "project-template": "project_template" },
  });
});

test.each(withoutRecords)("a feed of kind %s that is taken for a list of records is refused with its name", (kind) => {
  expect(() => resourceOf({ kind })).toThrow(
    expect.objectContaining({
      code: "feed_without_resource",
      message: `a feed of kind ${kind} lists no records`,
    }),
  );
});

test("owners and rooms share no wheel, and the budget goes to new records first and to scrubs last", () => {
  expect([classOf("room"), classOf("owner")]).toEqual(["rooms", "owners"]);
  expect(scheduledClasses).toEqual(["timelines", "rooms", "owners", "small", "walks", "scrubs"]);
});

test("every wheel except the owners' turns in real time", () => {
  expect(scheduledClasses.filter(isTimed)).toEqual(["timelines", "rooms", "small", "walks", "scrubs"]);
});
