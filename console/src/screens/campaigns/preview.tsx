import type { Page } from '@footfall/client';
import { plural } from '../../lib/format.ts';
import type { ListColumn } from './people.ts';
import { filledFor, type Texts } from './words.ts';

/** Somebody who gets a page. */
export interface Somebody {
  name: string;
  values: Readonly<Record<string, string>>;
}

/** Who has no value of a column that has no default, and how many that are by column. */
export interface Missing {
  people: ReadonlySet<Somebody>;
  columns: ReadonlyMap<string, number>;
}

/** Who lacks a value that the texts or the path need. */
export function missingIn(page: Page, texts: Texts, path: string, people: readonly Somebody[]): Missing {
  const columns = new Map<string, number>();
  const lacking = new Set<Somebody>();
  for (const one of people) {
    const { missing } = filledFor(page, texts, path, one.values);
    if (missing.length > 0) lacking.add(one);
    for (const name of missing) columns.set(name, (columns.get(name) ?? 0) + 1);
  }
  return { people: lacking, columns };
}

/** So many people are shown. */
const shown = 3;

interface PreviewProps {
  page: Page;
  texts: Texts;
  path: string;
  /** What stands before the paths of the links. */
  origin?: string;
  /** The links that people have: a path that is written later changes none. */
  links?: readonly string[];
  people: readonly Somebody[];
  missing: Missing;
  /** How many have a path that somebody before them has, and whether they get no page for it. */
  same?: { count: number; isRefused: boolean };
  /** Columns whose values may be days of Excel, and the first value. */
  serials?: readonly [name: string, value: string][];
  /** How many people there are. */
  total: number;
  columns: readonly ListColumn[];
}

/** What the first people of a list get, and who lacks a value. */
export function Preview(props: PreviewProps) {
  const {
    page,
    texts,
    path,
    origin = '',
    links,
    people,
    missing,
    same,
    serials = [],
    total,
    columns,
  } = props;
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name;
  return (
    <section class="stack-3 bare campaign-preview" aria-label="Preview">
      <h3>What they get</h3>
      {[...missing.columns].map(([name, count]) => (
        <p key={name} class="banner small">
          {plural(count, 'person has', 'people have')} no “{labelOf(name)}” and {count === 1 ? 'gets' : 'get'}{' '}
          no page. Write what stands there instead: <code>{`{{${name}|…}}`}</code>
        </p>
      ))}
      {serials.map(([name, value]) => (
        <p key={name} class="muted small">
          “{labelOf(name)}” has numbers such as {value}. If they are dates, give the column the format of a
          date in the spreadsheet, and export it again.
        </p>
      ))}
      {same !== undefined && same.count > 0 && (
        <p class={same.isRefused ? 'banner small' : 'muted small'}>
          {plural(same.count, 'person has', 'people have')} the same path as somebody before them.{' '}
          {same.isRefused ? 'This campaign refuses them.' : 'The later path gets a short end.'}
        </p>
      )}
      <ul class="stack-3">
        {people.slice(0, shown).map(({ name, values }, at) => {
          const { path: filled, words } = filledFor(page, texts, path, values);
          return (
            <li key={`${at} ${name}`} class="box stack-1">
              <b>{name}</b>
              <span class="small muted link-text">{links?.[at] ?? `${origin}${filled}`}</span>
              {words.map(({ id, label, text }) => (
                <p key={id} class="filled-text">
                  <span class="small muted">{label}</span> {text}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {total > shown && <p class="muted small">and {plural(total - shown, 'more', 'more')}</p>}
    </section>
  );
}
