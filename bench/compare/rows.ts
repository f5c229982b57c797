import type { Runner } from './measure.ts';
import type { Operation } from './operations.ts';

/** The most rows that D1 reads and writes for a request. */
export interface Rows {
  read: number;
  written: number;
}

const asked = 8;
/** These numbers are between those of the requests that compare answers and those that are measured. */
const firstAsked = 900;

/** The rows of an operation, from the header fields of its answers. */
export async function rowsOf({ one }: Pick<Runner, 'one'>, operation: Operation): Promise<Rows> {
  const costs: (Rows & { trips: number })[] = [];
  for (let nth = 0; nth < asked; nth++) {
    const { headers } = await one.send(operation.request(firstAsked + nth));
    const timing = String(headers['server-timing']);
    const [, trips, read, written] = /trips=(\d+) read=(\d+) written=(\d+)/.exec(timing) ?? [];
    costs.push({ trips: Number(trips), read: Number(read), written: Number(written) });
  }
  // Once a minute a request takes another round trip, to look up its key.
  const fewest = Math.min(...costs.map(({ trips }) => trips));
  const usual = costs.filter(({ trips }) => trips === fewest);
  const most = (of: keyof Rows) => Math.max(...usual.map((cost) => cost[of]));
  return { read: most('read'), written: most('written') };
}
