import { useState } from 'preact/hooks';
import { number } from '../lib/format.ts';
import { TextField, type TextFieldProps } from './field.tsx';

export interface LimitedTextProps extends Omit<TextFieldProps, 'hint'> {
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
