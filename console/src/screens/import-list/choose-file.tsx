import { useState } from 'preact/hooks';
import { NoTable } from '../../../../src/lib/import/text.ts';
import { useMutation } from '../../data/api.ts';
import { Field } from '../../kit/field.tsx';
import { NotDone } from '../../kit/form.tsx';
import { readSource, type Source } from './file.ts';

/** Chooses a file, by the keyboard or by dropping it, and reads it. */
export function ChooseFile({ onSource }: { onSource: (source: Source) => void }) {
  const [isOver, setOver] = useState(false);
  const { run, isRunning, error } = useMutation(readSource, { onDone: onSource });
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file && !isRunning) run(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by the keyboard
    <div
      class={isOver ? 'drop-file is-over box' : 'drop-file box'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
      aria-busy={isRunning}
    >
      <Field
        label="Choose a CSV file, or drop it here"
        hint="As HubSpot, Mailchimp, Attio, Salesforce, Pipedrive or Excel export it. Nothing is written before you have seen what it would do."
        error={error instanceof NoTable ? error.message : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              take(event.currentTarget.files);
              // The same file can be chosen again once it was mended.
              event.currentTarget.value = '';
            }}
          />
        )}
      </Field>
      {isRunning && <p role="status">Reading the file …</p>}
      {error !== undefined && !(error instanceof NoTable) && <NotDone error={error} />}
    </div>
  );
}
