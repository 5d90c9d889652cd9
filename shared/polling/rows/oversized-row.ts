/** A record that is too large to be read: all that is known of it is how a list showed it. */
export class OversizedRow {
  readonly listed: unknown;

  constructor(listed: unknown) {
    this.listed = listed;
  }
}
