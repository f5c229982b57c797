/** The cost of a request in D1: round trips, rows read and written, and milliseconds of waiting. */
export class Meter {
  trips = 0;
  statements = 0;
  rowsRead = 0;
  rowsWritten = 0;
  milliseconds = 0;

  add(metas: D1Meta[], milliseconds: number): void {
    this.trips += 1;
    this.statements += metas.length;
    this.milliseconds += milliseconds;
    for (const meta of metas) {
      this.rowsRead += meta.rows_read;
      this.rowsWritten += meta.rows_written;
    }
  }

  /** The value of a Server-Timing header field (W3C Server Timing); `dur` is in milliseconds. */
  toServerTiming(): string {
    return `d1;dur=${this.milliseconds};desc="trips=${this.trips} read=${this.rowsRead} written=${this.rowsWritten}"`;
  }
}
