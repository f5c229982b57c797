import type { OnConflict } from '../../../../src/lib/conflicts.ts';
import type { DayOrder } from '../../../../src/lib/import/dates.ts';
import { type Kind, kinds } from '../../../../src/lib/import/fields.ts';
import { type Country, countries } from '../../../../src/lib/import/phone.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { SelectField } from '../../kit/field.tsx';
import { zoneName } from '../../lib/format.ts';
import { zones } from '../../lib/usual-zone.ts';
import type { Chosen } from './plan.ts';

const kindLabels: Record<Kind, string> = {
  persons: 'Persons',
  accounts: 'Companies',
  logs: 'What happened: calls, meetings, orders',
};
const conflictLabels: Record<OnConflict, string> = {
  fill: 'Fill in what is missing',
  update: 'Replace what differs',
  skip: 'Change nothing',
};
const optionsOf = <V extends string>(labels: Record<V, string>) =>
  (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }));

const countryOptions = [
  { value: '', label: 'Refuse them' },
  ...Object.entries(countries)
    .map(([value, { name, code }]) => ({ value, label: `${name} (+${code})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
];

interface ChoicesProps {
  chosen: Chosen;
  /** The order of day and month that the dates of the list show. */
  seenOrder: DayOrder | undefined;
  onChange: (change: Partial<Chosen>) => void;
}

/** How the rows are read, as far as their columns leave it open. */
export function Choices({ chosen, seenOrder, onChange }: ChoicesProps) {
  const { kind, mapping } = chosen;
  const has = (field: (typeof mapping)[number]) => mapping.includes(field);
  return (
    <div class="import-columns">
      <SelectField
        label="The rows are"
        name="kind"
        value={kind}
        options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={(value) => onChange({ kind: value as Kind })}
      />
      {kind !== 'logs' && (
        <SelectField
          label={kind === 'persons' ? 'Persons you know already' : 'Companies you know already'}
          name="conflict"
          value={chosen.onConflict}
          options={optionsOf(conflictLabels)}
          onChange={(value) => onChange({ onConflict: value as OnConflict })}
        />
      )}
      {has('phoneNumber') && (
        <SelectField
          label="Phone numbers without a country"
          name="country"
          value={chosen.country ?? ''}
          options={countryOptions}
          onChange={(value) => onChange({ country: (value || undefined) as Country | undefined })}
        />
      )}
      {kind === 'logs' && has('occurredAt') && (
        <>
          <SelectField
            label="Time zone of the times"
            name="zone"
            value={chosen.zone}
            options={zones().map((value) => ({ value, label: zoneName(value) }))}
            onChange={(zone) => onChange({ zone })}
          />
          <SelectField
            label="Dates such as 03/04/2026"
            name="order"
            value={chosen.order ?? seenOrder ?? ''}
            options={[
              { value: '', label: 'Refuse them' },
              { value: 'day', label: '3 April: the day comes first' },
              { value: 'month', label: '4 March: the month comes first' },
            ]}
            onChange={(value) => onChange({ order: (value || undefined) as DayOrder | undefined })}
          />
          <CheckField
            label="Numbers are dates of Excel"
            name="serials"
            isChecked={chosen.areSerials}
            onChange={(areSerials) => onChange({ areSerials })}
          />
        </>
      )}
    </div>
  );
}
