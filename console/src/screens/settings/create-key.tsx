import { type ApiKeyCreated, createApiKey } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type Scope, session } from '../../data/session.ts';
import { CheckField, RadioField } from '../../kit/check-field.tsx';
import { OwnEndNote } from '../../kit/ended-key.tsx';
import { FieldError, SelectField, TextField } from '../../kit/field.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { MadeKey } from './made-key.tsx';
import { type Preset, presets, scopeWords } from './scopes.tsx';

const scopes = Object.keys(scopeWords) as Scope[];
const ends = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];
const dayMs = 86_400_000;

/** The ends that the service lets a key choose that itself ends at `own`. */
const endsUpTo = (own: string | null | undefined) =>
  own
    ? [
        { value: '', label: `With your key, ${dayAndTime(own)}` },
        ...ends.filter(({ value }) => value && Date.now() + Number(value) * dayMs < Date.parse(own)),
      ]
    : ends;

export interface CreateKeyProps {
  /** What it is for, if that is known. */
  preset?: string | undefined;
  onClose: () => void;
}

/** What the form has under `name`, and which of `scope-…` are checked. */
const bodyOf = (form: Record<string, string>, preset: Preset) => {
  const chosen = scopes.filter((scope) => form[`scope-${scope}`]);
  return {
    name: (form.name ?? '').trim(),
    scopes: preset.id === 'custom' ? chosen : preset.scopes,
    ...(form.ends && { expiresAt: new Date(Date.now() + Number(form.ends) * dayMs).toISOString() }),
  };
};

/** A dialog that makes a key, and then shows it, once. */
export function CreateKey({ preset: first, onClose }: CreateKeyProps) {
  const [made, setMade] = useState<ApiKeyCreated>();
  const [chosen, setChosen] = useState(first ?? 'website');
  const own = useStore(session)?.expiresAt;
  const preset = presets.find(({ id }) => id === chosen) ?? (presets[0] as Preset);
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <ChangeDialog
      title={first === 'website' ? 'Create a key for a website' : 'New key'}
      submit="Create the key"
      send={(form) => ask(createApiKey, { body: bodyOf(form, preset) })}
      then={setMade}
      onClose={onClose}
    >
      {first === undefined && (
        <RadioField
          label="What is it for?"
          name="preset"
          value={chosen}
          options={presets.map(({ id, label, hint }) => ({ value: id, label, hint }))}
          onChange={setChosen}
        />
      )}
      {preset.id === 'custom' && (
        <fieldset class="checks stack-3">
          <legend>What may it do?</legend>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              name={`scope-${scope}`}
              label={scope}
              hint={scopeWords[scope]}
              isChecked={preset.scopes.includes(scope)}
            />
          ))}
          <FieldError path="scopes" />
        </fieldset>
      )}
      {first === 'website' && <p>{scopeWords.collect}.</p>}
      <TextField
        key={preset.id}
        label="Name"
        name="name"
        value={preset.name}
        hint="A name to recognise it by, such as the address of the website."
      />
      <SelectField label="Expires" name="ends" options={endsUpTo(own)} path="expiresAt" />
      <OwnEndNote scopes={preset.scopes.join()} />
    </ChangeDialog>
  );
}
