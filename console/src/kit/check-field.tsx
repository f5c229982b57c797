import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { FieldError, useFieldError } from './field.tsx';

interface CheckFieldProps {
  label: ComponentChildren;
  name: string;
  /** What is sent when it is checked; `on` if nothing is given. */
  value?: string;
  hint?: ComponentChildren;
  isChecked?: boolean;
  /** One of several with the same name. */
  isRadio?: boolean;
  onChange?: (isChecked: boolean) => void;
}

/** A box to tick, or one of several choices, with what it means. */
export function CheckField({
  label,
  name,
  value,
  hint,
  isChecked = false,
  isRadio = false,
  onChange,
}: CheckFieldProps) {
  const id = useId();
  const error = useFieldError(isRadio ? [] : name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="check">
      <input
        id={id}
        type={isRadio ? 'radio' : 'checkbox'}
        name={name}
        value={value}
        defaultChecked={isChecked}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface RadioFieldProps {
  label: string;
  name: string;
  value: string;
  options: readonly (Pick<CheckFieldProps, 'label' | 'hint'> & { value: string })[];
  onChange?: (value: string) => void;
}

/** A field with a few values to choose from, each with what it means. */
export const RadioField = ({ label, name, value: chosen, options, onChange }: RadioFieldProps) => (
  <fieldset class="checks stack-3">
    <legend>{label}</legend>
    {options.map(({ value, ...option }) => (
      <CheckField
        {...option}
        key={value}
        isRadio
        name={name}
        value={value}
        isChecked={value === chosen}
        onChange={() => onChange?.(value)}
      />
    ))}
  </fieldset>
);
