import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { number } from '../lib/format.ts';

/** Why values of a form were refused, in the service's words, by their paths in the body of the request. */
export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

/** Why values of the form around were refused. */
export const useFieldErrors = () => useContext(FieldErrors);

/** Why a value of the form around was refused: the first of its paths that has a problem. */
export function useFieldError(path: string | string[] = []): string | undefined {
  const errors = useFieldErrors();
  return [path]
    .flat()
    .map((one) => errors.get(one))
    .find(Boolean);
}

interface FieldErrorProps {
  id?: string;
  error?: string | undefined;
  /** Of a value that has no field of its own. */
  path?: string;
}

/** Why what stands above it is refused. */
export function FieldError({ id, error, path }: FieldErrorProps) {
  const refused = useFieldError(path);
  const text = error ?? refused;
  if (!text) return null;
  return (
    <p id={id} class="field-error" role="alert">
      {text}
    </p>
  );
}

/** What a control takes to belong to its field: `<input {...field} />`. */
interface FieldControl {
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

interface TextFieldProps extends NamedFieldProps {
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
  /** Enter sends its form. */
  submits?: boolean;
}

/** A field with a list of values. What is chosen stays until `value` is another one. */
export function SelectField({
  name,
  value,
  options,
  onChange,
  submits = false,
  path = name,
  ...field
}: SelectFieldProps) {
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
          onKeyDown={(event) => {
            if (!submits || event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
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

interface LimitedTextProps extends Omit<TextFieldProps, 'hint'> {
  /** The most characters that the service takes. */
  most: number;
  hint?: string;
}

/** Characters as the service counts them: code points. */
const lengthOf = (text: string): number => [...text].length;

/** A field for text that says how many characters are left, before there are too many. */
export function LimitedText({ most, hint, onInput, value, ...field }: LimitedTextProps) {
  const [length, setLength] = useState(lengthOf(value ?? ''));
  const isOver = length > most;
  return (
    <TextField
      {...field}
      value={value}
      hint={
        <>
          {hint}{' '}
          <span class={isOver ? 'bad tabular' : 'tabular'}>
            {isOver
              ? `${number(length - most)} too many: at most ${number(most)} characters.`
              : `${number(length)} of ${number(most)} characters.`}
          </span>
        </>
      }
      onInput={(text) => {
        setLength(lengthOf(text));
        onInput?.(text);
      }}
    />
  );
}
