import type { Campaign } from '@footfall/client';
import { isSerial } from '../../../../src/lib/import/dates.ts';
import type { Refused } from '../../../../src/lib/import/run.ts';
import { filledPath } from '../../../../src/lib/template-path.ts';
import { mostRows } from '../../../../src/visits/campaigns/limits.ts';
import { number } from '../../lib/format.ts';
import { type PeopleList, type Recipient, whoIs } from './people.ts';
import type { Progress } from './send.ts';

// A check looks at each row alone. What rows do to each other is found here, where all of them are.

/** The people whose path somebody before them in the list has. */
export function samePaths(path: string, recipients: readonly Recipient[]): Map<Recipient, string> {
  const firsts = new Map<string, string>();
  const found = new Map<Recipient, string>();
  for (const one of recipients) {
    const missing = new Set<string>();
    const filled = filledPath(path, one.values, missing);
    if (missing.size > 0) continue;
    const [who, first] = [whoIs(one), firsts.get(filled)];
    if (first === undefined) firsts.set(filled, who);
    else if (first !== who) found.set(one, filled);
  }
  return found;
}

/** Those columns whose values may all be days of Excel, with the first value. */
export const serialsIn = (
  names: readonly string[],
  recipients: readonly Recipient[],
): [name: string, value: string][] =>
  names.flatMap((name): [string, string][] => {
    const values = recipients.flatMap((one) => one.values[name] ?? []);
    const areSerials = values.every((value) => /^\d{5}$/.test(value) && isSerial(Number(value)));
    return values[0] !== undefined && areSerials ? [[name, values[0]]] : [];
  });

/** The people of a list who get a link, by a check of it: the others have one, or are there a second time. */
export const newIn = ({ recipients }: PeopleList, { outcomes }: Progress): Recipient[] =>
  recipients.filter(({ row }) => outcomes.get(row) === 'created');

/** The rows that fit alone, and not together: those that a campaign has no room for, and paths that it has once. */
export function refusedTogether(
  list: PeopleList,
  checked: Progress,
  { rowsCount, onPathTaken, path }: Pick<Campaign, 'rowsCount' | 'onPathTaken' | 'path'>,
): Refused[] {
  const added = newIn(list, checked);
  const same = onPathTaken === 'refuse' ? samePaths(path, added) : new Map<Recipient, string>();
  const first = added.filter((one) => !same.has(one));
  const most = Math.max(0, mostRows - rowsCount);
  return [
    ...[...same].map(([{ row }, taken]) => ({
      row,
      reasons: [`Somebody before them in the list has the path ${taken}.`],
    })),
    ...first.slice(most).map(({ row }) => ({
      row,
      reasons: [`A campaign has ${number(mostRows)} people at most, and has no room for this row.`],
    })),
  ];
}
