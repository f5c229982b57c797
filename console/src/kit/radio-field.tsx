import { CheckField, type CheckFieldProps } from './check-field.tsx';

export interface RadioFieldProps {
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
