/** The most values in a record: each member and each element counts. The contract's records have a few hundred. */
export const mostValues = 20_000;
/** The maximum number of values in a response. A page with more is requested again in smaller pages. */
const mostOfPage = 250_000;
/** The number of characters to scan between two yields. */
const stride = 64 * 1_024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [opensObject, closesObject, opensList, closesList] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A JSON text in pieces. In `shell`, each element of a cut list is replaced by its position in `elements`. */
export type CutJson = { readonly shell: string; readonly elements: readonly string[] };

/** Each value takes two characters or more. */
export function mayHaveManyValues(text: string): boolean {
  return text.length > 2 * mostValues;
}

export function hasManyValues(text: string): boolean {
  if (!mayHaveManyValues(text)) return false;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma || code === opensObject || code === opensList) values += 1;
    if (values > mostValues) return true;
  }
  return false;
}

/**
 * Cuts a JSON text, without parsing it, into the elements of its list, or of the lists that are members of its object.
 * Parsed and put back together, the pieces equal the parsed text. Yields now and then, so that the caller can pause.
 * `too_large`: one element, the shell or the whole text has too many values. Undefined: there are more than
 * `mostElements` elements.
 */
export function* cutJson(text: string, mostElements: number): Generator<void, CutJson | "too_large" | undefined> {
  const elements: string[] = [];
  let shell = "";
  /** The positions at which the next part of the shell and the current element begin. */
  let [shellFrom, elementFrom] = [0, 0];
  let depth = 0;
  /** The depth of the elements while the scan is in a list that is cut; otherwise 0. */
  let listDepth = 0;
  let [total, values] = [0, 0];
  let nextStop = stride;

  const takeElement = (end: number): boolean => {
    elements.push(text.slice(elementFrom, end));
    shell += `${text.slice(shellFrom, elementFrom)}${elements.length - 1}`;
    shellFrom = end;
    elementFrom = end + 1;
    return elements.length <= mostElements;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) {
      values += 1;
      if (depth === listDepth && depth > 0) {
        if (!takeElement(at)) return undefined;
        [total, values] = [total + values, 0];
      }
    } else if (code === opensObject || code === opensList) {
      depth += 1;
      values += 1;
      if (listDepth === 0 && code === opensList && depth <= 2) {
        listDepth = depth;
        elementFrom = at + 1;
      }
    } else if (code === closesObject || code === closesList) {
      if (depth === listDepth && depth > 0) {
        const isEmpty = text.slice(elementFrom, at).trim() === "";
        // The text before the closing bracket is an element, unless the list is empty.
        if (!(isEmpty && text.charCodeAt(elementFrom - 1) === opensList) && !takeElement(at)) return undefined;
        listDepth = 0;
      }
      depth -= 1;
    }
    if (values > mostValues || total + values > mostOfPage) return "too_large";
    if (at >= nextStop) {
      nextStop = at + stride;
      yield;
    }
  }
  return { shell: shell + text.slice(shellFrom), elements };
}

/** The position of the closing quote, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
