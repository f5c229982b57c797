import { useState } from 'preact/hooks';
import { type Dimension, dimensionNames } from '../../analytics/dimensions.ts';
import { audiencesOf, breakdownOf, mostItems, spanQuery } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useValueNames } from '../../analytics/value-names.ts';
import { useAudiences } from '../../data/audience-names.ts';
import { useQuery } from '../../data/query.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { number } from '../../lib/format.ts';
import { go, here } from '../../nav/router.ts';
import { sessionFilters } from './filters.ts';

interface Option {
  value: string;
  label: string;
}

const isDimension = (name: string): name is Dimension => (dimensionNames as string[]).includes(name);

/** The values that a filter can have on this page, most visits first; undefined while they are loaded. */
function useOptions(name: string, pageId: string, range: Range): Option[] | undefined {
  const span = spanQuery(range, range.zone);
  const values = useQuery(isDimension(name) ? [`filter-values-${name}`, pageId, span] : undefined, (signal) =>
    breakdownOf(pageId, { by: name as Dimension, limit: mostItems, ...span }, signal),
  );
  const audiences = useQuery(name === 'audience' ? ['audiences', pageId, span] : undefined, (signal) =>
    audiencesOf(pageId, range, range.zone, signal),
  );
  const ids = audiences.data?.items.map(({ audienceId }) => audienceId ?? '');
  const names = useAudiences(pageId, name === 'audience' ? ids : undefined);
  const nameOf = useValueNames(
    isDimension(name) ? name : undefined,
    pageId,
    values.data?.items.map(({ value }) => value),
  );
  const fixed = sessionFilters[name]?.values;
  if (fixed) return [...fixed];
  if (isDimension(name)) {
    return values.data?.items.flatMap(({ value, totalSessions }) =>
      value === null ? [] : [{ value, label: `${nameOf(value)} (${number(totalSessions)})` }],
    );
  }
  return audiences.data?.items.map(({ audienceId = '', totalSessions }) => ({
    value: audienceId,
    label: `${names.data?.get(audienceId)?.effectiveName ?? audienceId} (${number(totalSessions)})`,
  }));
}

export interface AddFilterProps {
  pageId: string;
  range: Range;
  onClose: () => void;
}

/** Chooses what the visits are filtered by, among the values that the page's visits have. */
export function AddFilter({ pageId, range, onClose }: AddFilterProps) {
  const [name, setName] = useState('hasConversion');
  const [problem, setProblem] = useState<string>();
  const options = useOptions(name, pageId, range);
  const add = ({ value = '' }: Record<string, string>) => {
    const chosen = value.trim();
    if (chosen === '' || (name === 'person' && !/^person_[a-z0-9]{26}$/.test(chosen))) {
      setProblem(name === 'person' ? 'Paste the id of a person: person_…' : 'Choose a value.');
      return;
    }
    go(here({ [name]: chosen }));
    onClose();
  };
  return (
    <Dialog title="Filter the visits" onClose={onClose}>
      <Form submit="Filter" onSubmit={add} onCancel={onClose}>
        <SelectField
          label="By"
          name="by"
          value={name}
          options={Object.entries(sessionFilters).map(([value, { label }]) => ({ value, label }))}
          onChange={(next) => {
            setName(next);
            setProblem(undefined);
          }}
        />
        {name === 'person' ? (
          <TextField
            key={name}
            label="Person"
            name="value"
            placeholder="person_…"
            hint="The id of a person. The screen of a person has it, ready to copy."
            error={problem}
          />
        ) : (
          <SelectField
            key={`${name}${options?.length}`}
            label="Value"
            name="value"
            options={options ?? []}
            error={problem}
            hint={
              options === undefined
                ? 'Loading the values …'
                : options.length === 0
                  ? 'No visit of this range has a value.'
                  : undefined
            }
          />
        )}
      </Form>
    </Dialog>
  );
}
