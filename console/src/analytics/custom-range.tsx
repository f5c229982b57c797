import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form.tsx';
import { zoneName } from '../lib/format.ts';
import { zones } from '../lib/usual-zone.ts';
import { go, here, useRoute } from '../nav/router.ts';
import { inZone } from '../nav/zone.ts';
import { addDays, daysBetween, daysIn, todayIn } from './days.ts';
import type { Range } from './range.ts';

/** The most days that the API takes. */
const mostDays = 400;

/** What is wrong with the first and the last day of a form. */
function problemOf({ from, to }: Record<string, string>): string | undefined {
  const days = daysIn(from, to);
  if (!days) return 'The last day must not be before the first.';
  return daysBetween(days.from, days.until) > mostDays ? `A range has at most ${mostDays} days.` : undefined;
}

export interface CustomRangeProps {
  range: Range;
  onClose: () => void;
}

/** A dialog that chooses the first and the last day of a range, and its time zone. */
export function CustomRange({ range, onClose }: CustomRangeProps) {
  const [problem, setProblem] = useState<string>();
  const { firstDay, lastDay } = range;
  const save = (values: Record<string, string>) => {
    const wrong = problemOf(values);
    setProblem(wrong);
    if (wrong) return;
    const { from, to, zone = range.zone } = values;
    const isSame = from === firstDay && to === lastDay;
    const changes = isSame ? {} : { from, to, range: undefined };
    go(zone === range.zone ? here(changes) : inZone(zone, changes));
    onClose();
  };
  return (
    <FormDialog title="Range" onClose={onClose} submit="Show" onSubmit={save}>
      <TextField label="First day" name="from" type="date" value={firstDay} />
      <TextField label="Last day" name="to" type="date" value={lastDay} error={problem} />
      <SelectField
        label="Time zone"
        name="zone"
        value={range.zone}
        options={zones().map((zone) => ({ value: zone, label: zoneName(zone) }))}
      />
    </FormDialog>
  );
}

/** A dialog that chooses the days that a range is compared with. */
export function CustomComparison({ range, onClose }: CustomRangeProps) {
  const [problem, setProblem] = useState<string>();
  const { query } = useRoute();
  const { zone, elapsed } = range;
  const chosen = daysIn(query.compareFrom, query.compareTo);
  const first = chosen?.from ?? (elapsed ? todayIn(zone, Date.parse(elapsed.startDate)) : range.firstDay);
  const last = chosen
    ? addDays(chosen.until, -1)
    : addDays(first, daysBetween(range.firstDay, range.lastDay));
  const save = (values: Record<string, string>) => {
    const wrong = problemOf(values);
    setProblem(wrong);
    if (wrong) return;
    go(here({ compare: 'custom', compareFrom: values.from, compareTo: values.to }));
    onClose();
  };
  return (
    <FormDialog title="Compare with" onClose={onClose} submit="Compare" onSubmit={save}>
      <TextField label="First day" name="from" type="date" value={first} />
      <TextField label="Last day" name="to" type="date" value={last} error={problem} />
    </FormDialog>
  );
}
