import { useState } from 'preact/hooks';
import { mostFilterValues } from '../../../src/vocabulary/dimensions.ts';
import { useAsked } from '../data/api.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form.tsx';
import { number } from '../lib/format.ts';
import { useDebounced } from '../lib/store.ts';
import { go, here, type Query, useRoute } from '../nav/router.ts';
import { dimensions } from './dimensions.ts';
import { chosenOf, type FilterWords, isDimension, isExcluded, onlyValues } from './filters.ts';
import { audiencesOf, breakdown, mostItems, spanQuery } from './questions.ts';
import type { Range } from './range.ts';
import { nameIn, useAudiences, useValueNames } from './value-names.ts';

interface Option {
  value: string;
  label: string;
}

interface Options {
  items: Option[] | undefined;
  /** There are more: a part of the value finds them. */
  hasMore: boolean;
}

/** How long, in milliseconds, a text must stay as it is before it is looked for. */
const pause = 250;

interface Asked {
  name: string;
  part: string;
  pageId: string | undefined;
  range: Range;
}

/** The values of a dimension that visits of a range have, most visits first. */
function useValues({ name, part, pageId, range }: Asked): Options {
  const by = isDimension(name) ? name : undefined;
  const span = spanQuery(range, range.zone);
  const query = useDebounced(part.trim(), pause);
  const asked = by && breakdown(pageId, { by, limit: mostItems, ...span, ...(query && { query }) });
  const values = useAsked('filter-values', asked);
  const nameOf = useValueNames(
    by,
    pageId,
    values.data?.items.map(({ value }) => value),
  );
  const items = values.data?.items.map(({ value, totalSessions }) => ({
    // No value has a line break.
    value: value ?? '\n',
    label: `${value === null && by ? dimensions[by].unknown : nameOf(value ?? '')} (${number(totalSessions)})`,
  }));
  return { items, hasMore: query !== '' || values.data?.hasMore === true };
}

/** The audiences of a page that had visits in a range. */
function useAudienceOptions({ name, pageId, range }: Asked): Options {
  const isAsked = name === 'audience' && pageId !== undefined;
  const audiences = useAsked('audiences', isAsked ? audiencesOf(pageId, range, {}) : undefined);
  const ids = audiences.data?.items.map(({ audienceId }) => audienceId ?? '');
  const names = useAudiences(pageId ?? '', isAsked ? ids : undefined);
  const items = audiences.data?.items.map(({ audienceId = '', totalSessions }) => ({
    value: audienceId,
    label: `${nameIn(names, audienceId)} (${number(totalSessions)})`,
  }));
  return { items, hasMore: false };
}

interface AddFilterProps {
  pageId: string | undefined;
  range: Range;
  filters: Record<string, FilterWords>;
  onClose: () => void;
}

/** Stands for all values that a search found. No value has a tab. */
const allFound = '\t';

/** The change of an address that adds values to a filter. Those of the other kind, of which none is or one is, go. */
function added(query: Query, name: string, values: string[], isNot: boolean): Query {
  if (!isDimension(name)) return { [name]: values[0] };
  const chosen = values.map((value) => (value === '\n' ? null : value));
  const kept = isExcluded(query, name) === isNot ? chosenOf(query, name) : [];
  return onlyValues(query, name, { values: [...new Set([...kept, ...chosen])], isNot });
}

/** Chooses what the visits are filtered by, among the values that they have. */
export function AddFilter({ pageId, range, filters, onClose }: AddFilterProps) {
  const { query } = useRoute();
  const [name, setName] = useState(Object.keys(filters)[0] ?? 'referrer');
  const [part, setPart] = useState('');
  const [problem, setProblem] = useState<string>();
  const asked = { name, part, pageId, range };
  const [values, audiences] = [useValues(asked), useAudienceOptions(asked)];
  const fixed = filters[name]?.values;
  const { items, hasMore } = fixed
    ? { items: [...fixed], hasMore: false }
    : isDimension(name)
      ? values
      : audiences;
  const found = isDimension(name) && part.trim() !== '' ? (items ?? []) : [];
  // All that a search finds, if the service can filter by so many.
  const whole =
    found.length > 1 && found.length <= mostFilterValues
      ? [{ value: allFound, label: `All ${found.length} that contain “${part.trim()}”` }]
      : [];
  const add = ({ value = '', how }: Record<string, string>) => {
    const chosen = name === 'person' ? value.trim() : value;
    if (chosen === '' || (name === 'person' && !/^person_[a-z0-9]{26}$/.test(chosen))) {
      setProblem(name === 'person' ? 'Paste the id of a person: person_…' : 'Choose a value.');
      return;
    }
    const values = chosen === allFound ? found.map((one) => one.value) : [chosen];
    const after = added(query, name, values, how === 'not');
    if (isDimension(name) && chosenOf({ ...query, ...after }, name).length > mostFilterValues) {
      setProblem(`A filter has at most ${mostFilterValues} values. Remove some first.`);
      return;
    }
    go(here(after));
    onClose();
  };
  return (
    <FormDialog title="Filter the visits" onClose={onClose} submit="Filter" onSubmit={add}>
      <SelectField
        label="By"
        name="by"
        value={name}
        options={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        onChange={(next) => {
          setName(next);
          setPart('');
          setProblem(undefined);
        }}
      />
      {isDimension(name) && (
        <SelectField
          label="Visits where it"
          name="how"
          value="is"
          options={[
            { value: 'is', label: 'is' },
            { value: 'not', label: 'is not' },
          ]}
        />
      )}
      {hasMore && (
        <TextField
          label="Search"
          name="part"
          type="search"
          hint={`The ${mostItems} with the most visits are listed. Search for any other by a part of its text.`}
          onInput={setPart}
        />
      )}
      {name === 'person' ? (
        <TextField
          key={name}
          label="Person"
          name="value"
          placeholder="person_…"
          hint="It is behind “…” on the person’s screen."
          error={problem}
        />
      ) : (
        <SelectField
          key={`${name}${items?.length}${whole.length}`}
          label="Value"
          name="value"
          submits
          options={[...whole, ...(items ?? [])]}
          error={problem}
          hint={
            items === undefined
              ? 'Loading the values …'
              : items.length === 0
                ? 'No visit in this range has a value.'
                : undefined
          }
        />
      )}
    </FormDialog>
  );
}
