import type { OnConflict } from '../../../../src/lib/conflicts.ts';
import type { DayOrder } from '../../../../src/lib/import/dates.ts';
import { identifying, type Kind, type Mapping } from '../../../../src/lib/import/fields.ts';
import { kindOf, type Look, mappingOf } from '../../../../src/lib/import/look.ts';
import type { Country } from '../../../../src/lib/import/phone.ts';
import type { Plan } from '../../../../src/lib/import/read-row.ts';
import type { Counts } from '../../../../src/lib/import/run.ts';
import { encodingNames } from '../../../../src/lib/import/text.ts';
import { number } from '../../lib/format.ts';

/** What is chosen before an import. */
export interface Chosen {
  kind: Kind;
  mapping: Mapping;
  onConflict: OnConflict;
  country: Country | undefined;
  zone: string;
  order: DayOrder | undefined;
  areSerials: boolean;
}

/** What is chosen at first: what the headings say, and nothing that would be a guess. */
export const firstChoice = (look: Look, zone: string): Chosen => ({
  kind: kindOf(look),
  mapping: mappingOf(look, kindOf(look)),
  onConflict: 'fill',
  country: undefined,
  zone,
  order: undefined,
  areSerials: false,
});

/** A choice with a change. Another kind of list has other columns. */
export const changed = (chosen: Chosen, change: Partial<Chosen>, look: Look): Chosen => ({
  ...chosen,
  ...(change.kind && change.kind !== chosen.kind && { mapping: mappingOf(look, change.kind) }),
  ...change,
});

/** The order of day and month that the column of times shows. */
export const seenOrder = ({ mapping }: Chosen, look: Look): DayOrder | undefined =>
  look.orders[mapping.indexOf('occurredAt')];

/** How the rows are read. */
export const planOf = (chosen: Chosen, look: Look): Plan => ({
  kind: chosen.kind,
  columns: look.columns,
  mapping: chosen.mapping,
  country: chosen.country,
  dates: {
    zone: chosen.zone,
    order: chosen.order ?? seenOrder(chosen, look),
    areSerials: chosen.areSerials,
  },
  source: 'import',
  type: 'imported',
});

/** Whether a column says who somebody is, or which company: without one, every row would be refused. */
export const namesSomebody = ({ kind, mapping }: Chosen): boolean =>
  identifying[kind].some((field) => mapping.includes(field));

/** What a file is, in words. */
export function fileInWords(name: string, { count, encoding, columns, headingRow }: Look): string {
  const rows = `${number(count)} ${count === 1 ? 'row' : 'rows'}`;
  const parts = `${number(columns.length)} ${columns.length === 1 ? 'column' : 'columns'}`;
  return `${name}: ${rows}, ${parts}, ${encodingNames[encoding]}${headingRow === 0 ? ', without headings' : ''}.`;
}

/** What became of rows, or would, by label. Logs are never changed. */
export const countsInWords = (counts: Counts, kind: Kind): [label: string, count: number][] => [
  ['New', counts.created],
  ...(kind === 'logs' ? [] : [['Changed', counts.updated] as [string, number]]),
  ['There already', counts.unchanged],
  ['Refused', counts.refused],
];

/** The same in one sentence, for screen readers. */
export const sentenceOf = (counts: Counts, kind: Kind): string =>
  countsInWords(counts, kind)
    .map(([label, count]) => `${number(count)} ${label.toLowerCase()}`)
    .join(', ');
