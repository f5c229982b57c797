import type { Page } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField, TextField } from '../../kit/field.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { describeProblem } from '../../lib/problem.ts';
import { ColumnNames } from './compare.tsx';
import { mainFields, moreGroups, nameField, type WordField } from './fields.ts';
import { inheritedOf, readable, type Shown, shownOf, type Values } from './words.ts';

export interface EditProps {
  page: Page;
  /** The name without one of its own. */
  computedName: string;
  values: Values;
  onChange: (values: Values) => void;
  live: Shown;
  labels: readonly [live: string, next: string];
  isDirty: boolean;
  isRunning: boolean;
  error: unknown;
  fieldError: (path: string) => string | undefined;
  onSave: () => void;
  onPublish: () => void;
  onCancel: () => void;
  notice?: ComponentChildren;
}

interface ControlProps
  extends Pick<EditProps, 'page' | 'computedName' | 'values' | 'onChange' | 'fieldError'> {
  field: WordField;
}

function Control({ field, page, computedName, values, onChange, fieldError }: ControlProps) {
  const { id, label, hint, lines, options, path } = field;
  const set = (value: string) => onChange({ ...values, [id]: value });
  const inherited = id === 'customName' ? computedName : readable(id, inheritedOf(id, values, page));
  const error = fieldError(path) ?? fieldError(`${path}.0`);
  const value = values[id];
  if (options) {
    const isKnown = value === '' || options.some((option) => option.value === value);
    return (
      <SelectField
        label={label}
        hint={hint}
        name={id}
        value={value}
        error={error}
        onChange={set}
        options={[
          { value: '', label: `As on the page${inherited ? ` (${inherited})` : ''}` },
          ...options,
          ...(isKnown ? [] : [{ value, label: readable(id, value) }]),
        ]}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      name={id}
      value={value}
      error={error}
      onInput={set}
      {...(lines === undefined ? {} : { lines })}
      {...(inherited && !value ? { placeholder: inherited.slice(0, 300) } : {})}
    />
  );
}

function Row(props: ControlProps & { live: Shown; liveLabel: string; next: Shown }) {
  const { field, live, liveLabel, next } = props;
  return (
    <div class="words-row words-edit">
      <div class="words-before">
        <p class="diff-label muted">
          {field.label}, {liveLabel}
        </p>
        <WordDiff
          only="before"
          before={readable(field.id, live[field.id])}
          after={readable(field.id, next[field.id])}
        />
      </div>
      <Control {...props} />
    </div>
  );
}

/** The form of the draft, beside what is live. */
export function Edit(props: EditProps) {
  const { page, values, labels, error, isRunning, isDirty, fieldError, notice } = props;
  const [isOpen] = useState(() => moreGroups.map(({ fields }) => fields.some(({ id }) => values[id] !== '')));
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[name="title"]')?.focus({ preventScroll: true }),
    [],
  );
  const next = shownOf(values, page);
  const submit = (event: Event) => {
    event.preventDefault();
    props.onSave();
  };
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (isDirty) props.onSave();
  };
  const refused = error !== undefined && ![nameField, ...mainFields].some(({ path }) => fieldError(path));
  const words = refused ? describeProblem(error) : undefined;
  const row = (field: WordField) => (
    <Row key={field.id} {...props} field={field} liveLabel={labels[0]} next={next} />
  );
  return (
    <form
      ref={form}
      class="words"
      onSubmit={submit}
      onKeyDown={keys}
      noValidate
      aria-label="Words of the draft"
    >
      {notice}
      <div class="words-name">
        <Control {...props} field={nameField} />
      </div>
      <ColumnNames labels={labels} />
      {mainFields.map(row)}
      {moreGroups.map(({ title, fields }, index) => (
        <details key={title} class="words-more" open={isOpen[index]}>
          <summary>{title}</summary>
          {fields.map(row)}
        </details>
      ))}
      <div class="words-actions">
        {words && (
          <p class="field-error" role="alert">
            {words.title}. {words.detail} {words.requestId && <span>Request {words.requestId}</span>}
          </p>
        )}
        <div class="row row-end">
          <span class="grow muted not-on-phone" role="status">
            {isDirty ? 'Not saved' : 'Nothing changed yet'}
          </span>
          <button type="button" class="button" onClick={props.onCancel}>
            {isDirty ? 'Discard' : 'Close'}
          </button>
          <button type="submit" class="button" disabled={isRunning || !isDirty}>
            {isRunning ? 'Saving …' : 'Save draft'}
          </button>
          <button type="button" class="button button-main" disabled={isRunning} onClick={props.onPublish}>
            {isDirty ? 'Save and publish …' : 'Publish …'}
          </button>
        </div>
      </div>
    </form>
  );
}
