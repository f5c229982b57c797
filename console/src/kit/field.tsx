import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { FieldError, useFieldError } from './field-error.tsx';

/** What a control takes to belong to its field: `<input {...field} />`. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  label: string;
  /** What the value means, below the label. */
  hint?: ComponentChildren;
  /** Why the value is refused, if the service has not said so. */
  error?: string | undefined;
  children: (field: FieldControl) => ComponentChildren;
}

/** A label, a control, and the problem of its value. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field stack-1">
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="muted">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface NamedFieldProps extends Omit<FieldProps, 'children'> {
  name: string;
  /** Where problems of the service have it, if that is not its name. */
  path?: string | string[];
}

export interface TextFieldProps extends NamedFieldProps {
  value?: string | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'date' | 'datetime-local' | 'search';
  required?: boolean;
  placeholder?: string;
  /** Several lines. */
  lines?: number;
  onInput?: (value: string) => void;
}

/** A field for text, of one line or several. */
export function TextField({
  name,
  value,
  type = 'text',
  lines,
  onInput,
  required,
  placeholder,
  path = name,
  ...field
}: TextFieldProps) {
  const refused = useFieldError(path);
  const shared = {
    name,
    defaultValue: value ?? '',
    required,
    placeholder,
    onInput: (event: { currentTarget: { value: string } }) => onInput?.(event.currentTarget.value),
  };
  return (
    <Field {...field} error={field.error ?? refused}>
      {(control) =>
        lines ? (
          <textarea {...control} {...shared} rows={lines} />
        ) : (
          <input {...control} {...shared} type={type as 'text'} />
        )
      }
    </Field>
  );
}

export interface SelectFieldProps extends NamedFieldProps {
  value?: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange?: (value: string) => void;
}

/** A field with a list of values. What is chosen stays until `value` is another one. */
export function SelectField({ name, value, options, onChange, path = name, ...field }: SelectFieldProps) {
  const refused = useFieldError(path);
  // Each drawing gives a select its value again: without a state, it would lose what was chosen.
  const [chosen, setChosen] = useState({ value, of: value });
  if (chosen.of !== value) setChosen({ value, of: value });
  return (
    <Field {...field} error={field.error ?? refused}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={chosen.of === value ? chosen.value : value}
          onChange={(event) => {
            setChosen({ value: event.currentTarget.value, of: value });
            onChange?.(event.currentTarget.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
