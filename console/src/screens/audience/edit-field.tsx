import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../kit/field.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { number } from '../../lib/format.ts';
import type { FieldGroup, WordField } from './fields.ts';
import type { PartProps } from './screen.ts';
import { inheritedOf, readable, type Shown, type Values } from './words.ts';

export interface ControlProps extends PartProps {
  field: WordField;
}

/** The control of a field, with what it is without words of its own. */
export function Control({ screen: { loaded, draft }, field }: ControlProps) {
  const { id, label, hint, lines, options, path } = field;
  const set = (text: string) => draft.set({ ...draft.values, [id]: text });
  const inherited =
    id === 'customName'
      ? loaded.audience.computedName
      : readable(id, inheritedOf(id, draft.values, loaded.page));
  const error = draft.fieldError(path);
  const value = draft.values[id];
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
  const { screen, field, live, liveLabel, next } = props;
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
      <Control screen={screen} field={field} />
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
      <summary class="muted">
        {title} {set > 0 && <span class="muted">{number(set)} set</span>}
      </summary>
      {children}
    </details>
  );
}
