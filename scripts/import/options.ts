import { conflicts, type OnConflict } from '../../src/lib/conflicts.ts';
import {
  type Field,
  fieldLabels,
  fieldsOf,
  identifying,
  type Kind,
  type Mapping,
} from '../../src/lib/import/fields.ts';
import { kindOf, type Look, mappingOf } from '../../src/lib/import/look.ts';
import { type Country, countries } from '../../src/lib/import/phone.ts';
import type { Plan } from '../../src/lib/import/read-row.ts';
import { encodingNames } from '../../src/lib/import/text.ts';
import { isTimeZone } from '../../src/lib/time-zone.ts';
import { UserError } from '../lib/settings.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The options of npm run import. */
export const importOptions = {
  yes: flag,
  logs: flag,
  companies: flag,
  set: { type: 'string', multiple: true },
  known: text,
  country: text,
  zone: text,
  'day-first': flag,
  'month-first': flag,
  'excel-dates': flag,
  source: text,
  type: text,
  address: text,
} as const;

/** The values of the options, as `parseOptions` has them. */
export interface ImportValues {
  yes?: boolean | undefined;
  logs?: boolean | undefined;
  companies?: boolean | undefined;
  set?: string[] | undefined;
  known?: string | undefined;
  country?: string | undefined;
  zone?: string | undefined;
  'day-first'?: boolean | undefined;
  'month-first'?: boolean | undefined;
  'excel-dates'?: boolean | undefined;
  source?: string | undefined;
  type?: string | undefined;
}

/** What persons get who are known. Throws UserError for another word. */
export function onConflictOf(given = 'fill'): OnConflict {
  const found = conflicts.find((one) => one === given);
  if (found === undefined) throw new UserError(`--known takes ${conflicts.join(', ')}; not ${given}.`);
  return found;
}

/** A mapping with what `--set 'Column=field'` says. Throws UserError for a column or a field that there is not. */
function mappingWith(changes: readonly string[], look: Look, kind: Kind): Mapping {
  const mapping = [...mappingOf(look, kind)];
  for (const change of changes) {
    const [, column = '', name = ''] = /^(.*)=(\w+)$/s.exec(change) ?? [];
    const at = look.columns.indexOf(column);
    if (at < 0)
      throw new UserError(`--set '${change}' names no column. The columns are ${look.columns.join(', ')}.`);
    const field = fieldsOf[kind].find((one) => one === name);
    if (field === undefined && name !== 'none')
      throw new UserError(
        `--set '${change}' names no field. The fields are ${fieldsOf[kind].join(', ')} and none.`,
      );
    mapping[at] = field ?? null;
  }
  return mapping;
}

function countryOf(given: string | undefined): Country | undefined {
  if (given === undefined) return undefined;
  const letters = given.toUpperCase();
  const found = (Object.keys(countries) as Country[]).find((one) => one === letters);
  if (found === undefined)
    throw new UserError(`--country takes ${Object.keys(countries).join(', ')}; not ${given}.`);
  return found;
}

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
function kebabOf(option: string, given: string): string {
  if (kebab.test(given) && given.length <= 100) return given;
  throw new UserError(
    `--${option} takes lower-case letters, digits and hyphens, such as ${option === 'type' ? 'trade-fair' : 'crm'}; not ${given}.`,
  );
}

/** How the rows of a file are read, by its headings and by the options. Throws UserError for options that cannot be. */
export function planOf(look: Look, values: ImportValues): Plan {
  if (values.logs && values.companies) throw new UserError('--logs and --companies exclude each other.');
  const kind = values.logs ? 'logs' : values.companies ? 'accounts' : kindOf(look);
  const mapping = mappingWith(values.set ?? [], look, kind);
  if (!identifying[kind].some((field) => mapping.includes(field))) {
    const [what, field] =
      kind === 'accounts'
        ? ['the domain of a company', 'domain']
        : ['an email, a phone number or a LinkedIn profile', 'email'];
    throw new UserError(`no column is ${what}: say which is, such as --set '${look.columns[0]}=${field}'.`);
  }
  const { zone = 'UTC', 'day-first': isDayFirst, 'month-first': isMonthFirst } = values;
  if (!isTimeZone(zone)) throw new UserError(`--zone takes a time zone, such as Europe/Berlin; not ${zone}.`);
  if (isDayFirst && isMonthFirst) throw new UserError('--day-first and --month-first exclude each other.');
  const seen = look.orders[mapping.indexOf('occurredAt')];
  return {
    kind,
    columns: look.columns,
    mapping,
    country: countryOf(values.country),
    dates: {
      zone,
      order: isDayFirst ? 'day' : isMonthFirst ? 'month' : seen,
      areSerials: values['excel-dates'] ?? false,
    },
    source: kebabOf('source', values.source ?? 'import'),
    type: kebabOf('type', values.type ?? 'imported'),
  };
}

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

const cut = (value: string, length: number) => {
  const letters = [...value.replaceAll(/\s+/g, ' ').trim()];
  const shown = letters.length > length ? [...letters.slice(0, length - 1), '…'] : letters;
  return shown.join('').padEnd(length);
};

const label = (field: Field | null | undefined) => (field ? fieldLabels[field] : '–');

/** What a file is and what its columns are, in lines, with the first rows. */
export function preview(name: string, look: Look, { mapping }: Plan): string[] {
  const { columns, first, count, encoding, delimiter } = look;
  const rows = first.slice(0, 3);
  return [
    `${name}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}, ${encodingNames[encoding]}, ${delimiterNames[delimiter] ?? delimiter}`,
    ...columns.map((column, at) =>
      `  ${cut(column, 24)}  ${cut(label(mapping[at]), 22)}  ${rows.map(({ cells }) => cut(cells[at] ?? '', 24)).join('  ')}`.trimEnd(),
    ),
  ];
}
