import { plural } from "./plural.ts";

/** Words of pages/first-contact.tsx. */
export const firstContactText = {
  firstContact: "First contact",
  readToItsEnd: "Read to its end",
  notBegun: "Not begun",
  ofLists: (read: number, all: number, pages: number) =>
    `${read} of ${plural(all, "list", "lists")} (${plural(pages, "page", "pages")} read)`,
  ofOwners: (met: number, known: number, pages: number) =>
    `, documents of ${met.toLocaleString("en")} of ${plural(known, "owner", "owners")} (${plural(pages, "page", "pages")} read)`,
  ofDocuments: (pages: number) => `, ${plural(pages, "page", "pages")} of documents read`,
  waitsFor: (feeds: number) => `Waits for ${plural(feeds, "feed", "feeds")}`,
  nextTry: "Next try:",
  aboutMinLeft: (minutes: number) => `, about ${minutes} min left`,
};
