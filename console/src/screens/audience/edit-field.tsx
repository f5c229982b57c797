import type { Page } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../kit/field.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { number } from '../../lib/format.ts';
import type { FieldGroup, WordField } from './fields.ts';
import { inheritedOf, readable, type Shown, type Values } from './words.ts';

export interface ControlProps {
  field: WordField;
  page: Page;
  /** The name without one of its own. */
  computedName: string;
  values: Values;
  onChange: (values: Values) => void;
  fieldError: (path: string) => string | undefined;
}

/** The control of a field, with what it is without words of its own. */
export function Control({ field, page, computedName, values, onChange, fieldError }: ControlProps) {
  const { id, label, hint, lines, options, path } = field;
  const set = (value: string) => onChange({ ...values, [id]: value });
  const inherited = id === 'customName' ? computedName : readable(id, inheritedOf(id, values, page));
  const error = fieldError(path);
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

/** The control of a field beside what visitors get of it now. */
export function Row(props: ControlProps & { live: Shown; liveLabel: string; next: Shown }) {
  const { field, live, liveLabel, next } = props;
  return (
    <div class="words-row words-edit line">
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

interface GroupProps {
  group: FieldGroup;
  values: Values;
  /** One of its fields was asked for. */
  isWanted: boolean;
  children: ComponentChildren;
}

/** Fields that few audiences set: they unfold, and say how many are set. */
export function Group({ group: { title, fields }, values, isWanted, children }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const set = fields.filter(({ id }) => values[id] !== '').length;
  return (
    <details
      class="words-more line"
      open={isOpen || isWanted}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title} {set > 0 && <span class="muted">{number(set)} set</span>}
      </summary>
      {children}
    </details>
  );
}
