/** A record that is too large to be read. Only its row in a lean list is known. */
export class OversizedRow {
  readonly listed: unknown;

  constructor(listed: unknown) {
    this.listed = listed;
  }
}
