/** Words of components/code-block.tsx. */
export const codeBlockText = {
  theBrowserDoesntAllowCopying: "The browser doesn't allow copying: select the text and copy it yourself",
  copy: "Copy",
  copied: (what: string) => `${what} copied`,
  copyOf: (what: string) => `Copy ${what}`,
};
