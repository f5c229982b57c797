import { createAudience, isProblem, type Person, searchPersons } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Field, FieldError, TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/form.tsx';
import { useDebounced } from '../../lib/store.ts';
import { go, link } from '../../nav/router.ts';

const shownPersons = 6;

interface PersonPickerProps {
  chosen: Person | undefined;
  onChoose: (person: Person | undefined) => void;
  error: string | undefined;
}

/** Finds a person as one types. */
function PersonPicker({ chosen, onChoose, error }: PersonPickerProps) {
  const [text, setText] = useState('');
  const query = useDebounced(text.trim(), 150);
  const found = useQuery(query && !chosen ? ['person-search', query] : undefined, (signal) =>
    ask(searchPersons, { query: { query, limit: shownPersons }, signal }),
  );
  if (chosen) {
    return (
      <div class="field stack-1">
        <span class="row">
          <span class="grow">
            For <b>{chosen.name}</b> <span class="muted">{chosen.email}</span>
          </span>
          <Button kind="link" onClick={() => onChoose(undefined)}>
            Someone else
          </Button>
        </span>
        <FieldError error={error} />
      </div>
    );
  }
  return (
    <div class="stack">
      <Field
        label="For a person"
        hint="By name, email or company. Leave it empty for a group of visitors."
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="search"
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {query && found.data && (
        <ul class="feed" aria-label="Persons found">
          {found.data.items.map((person) => (
            <li key={person.personId}>
              <button type="button" class="link grow" onClick={() => onChoose(person)}>
                {person.name} <span class="muted">{person.email}</span>
              </button>
            </li>
          ))}
          {found.data.items.length === 0 && <li class="muted">No persons match</li>}
        </ul>
      )}
    </div>
  );
}

/** A form that creates an audience of a page, for a person or by name, and opens it. */
export function NewAudience({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const [person, setPerson] = useState<Person>();
  const [problem, setProblem] = useState<string>();
  const create = useMutation(
    ({ name = '', context = '' }: Record<string, string>) =>
      ask(createAudience, {
        path: { page_id: pageId },
        body: {
          ...(person && { personId: person.personId }),
          ...(name && { customName: name }),
          ...(context && { supplementaryContext: context }),
        },
      }),
    {
      onDone: ({ audienceId }) => go(link('audience', { pageId, audienceId }, { edit: '1' })),
    },
  );
  const submit = (values: Record<string, string>) => {
    const isNamed = person !== undefined || (values.name ?? '').trim() !== '';
    setProblem(isNamed ? undefined : 'Choose a person, or write a name.');
    if (isNamed) create.run(values);
  };
  const taken = isProblem(create.error, 'audience_conflict') && create.error.document?.conflictingId;
  return (
    <FormDialog title="New audience" onClose={onClose} submit="Create" of={create} onSubmit={submit}>
      <PersonPicker
        chosen={person}
        onChoose={(chosen) => {
          setPerson(chosen);
          create.reset();
        }}
        error={problem}
      />
      {typeof taken === 'string' && (
        <p>
          <a href={link('audience', { pageId, audienceId: taken })}>Open the audience of this person</a>
        </p>
      )}
      <TextField
        label={person ? 'Name (optional)' : 'Name'}
        name="name"
        hint="Only you and your colleagues see it."
        path="customName"
      />
      <TextField
        label="Context (optional)"
        name="context"
        lines={3}
        hint="What the website should know about these visitors."
        path="supplementaryContext"
      />
    </FormDialog>
  );
}
