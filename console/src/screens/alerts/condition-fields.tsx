import { pageNameIn, pageOptions, usePages, usePagesById } from '../../data/pages.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { ChosenField } from './chosen-field.tsx';
import { type AlertValues, alertLabels } from './values.ts';

export interface ConditionFieldsProps {
  values: AlertValues;
  /** Names that are known already, by their ids. */
  known: ReadonlyMap<string, string>;
  errorOf: (field: string) => string | undefined;
  set: (name: keyof AlertValues) => (text: string) => void;
}

const directions = [
  { value: 'down', label: 'Fall' },
  { value: 'up', label: 'Rise' },
  { value: 'any', label: 'Fall or rise' },
];

function VisitFields({ values, known, errorOf, set }: ConditionFieldsProps) {
  return (
    <>
      <ChosenField
        kind="account"
        name="accountIds"
        value={values.accountIds}
        known={known}
        error={errorOf('condition.accountIds')}
        onChange={set('accountIds')}
      />
      <div class="field-pair">
        <TextField
          label={alertLabels.visits}
          name="visits"
          value={values.visits}
          error={errorOf('condition.visits')}
          onInput={set('visits')}
        />
        <TextField
          label={alertLabels.days}
          name="days"
          value={values.days}
          error={errorOf('condition.days')}
          onInput={set('days')}
        />
      </div>
    </>
  );
}

/** The newest pages, and the one that is chosen: it may be older. */
function usePageOptions(chosen: string) {
  const pages = usePages().data;
  const named = usePagesById(chosen === '' ? [] : [chosen]);
  const isListed = chosen === '' || pages?.some(({ pageId }) => pageId === chosen);
  return [...(isListed ? [] : [{ value: chosen, label: pageNameIn(named, chosen) }]), ...pageOptions(pages)];
}

function ConversionFields({ values, errorOf, set }: ConditionFieldsProps) {
  const pages = usePageOptions(values.pageId);
  return (
    <>
      <SelectField
        label={alertLabels.pageId}
        name="pageId"
        value={values.pageId}
        options={[{ value: '', label: 'Choose a page' }, ...pages]}
        error={errorOf('condition.pageId')}
        onChange={set('pageId')}
      />
      <div class="field-pair">
        <SelectField
          label={alertLabels.direction}
          name="direction"
          value={values.direction}
          options={directions}
          error={errorOf('condition.direction')}
          onChange={set('direction')}
        />
        <TextField
          label={alertLabels.percent}
          name="percent"
          value={values.percent}
          error={errorOf('condition.percent')}
          onInput={set('percent')}
        />
      </div>
      <TextField
        label={alertLabels.minVisits}
        name="minVisits"
        value={values.minVisits}
        hint="A day is compared with the same weekday a week before, once it is over."
        error={errorOf('condition.minVisits')}
        onInput={set('minVisits')}
      />
    </>
  );
}

function WeekFields({ values, errorOf, set }: ConditionFieldsProps) {
  const pages = usePageOptions(values.weekOf);
  return (
    <SelectField
      label={alertLabels.weekOf}
      name="weekOf"
      value={values.weekOf}
      options={[{ value: '', label: 'All pages' }, ...pages]}
      error={errorOf('condition.pageId')}
      onChange={set('weekOf')}
    />
  );
}

/** What an alert waits for, by its kind. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { values, known, errorOf, set } = props;
  switch (values.type) {
    case 'accounts_visited':
      return <VisitFields {...props} />;
    case 'link_opened':
      return (
        <ChosenField
          kind="person"
          name="personIds"
          value={values.personIds}
          known={known}
          error={errorOf('condition.personIds')}
          onChange={set('personIds')}
        />
      );
    case 'conversions_changed':
      return <ConversionFields {...props} />;
    case 'weekly_report':
      return <WeekFields {...props} />;
  }
}
