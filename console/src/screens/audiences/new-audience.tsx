import {
  type Audience,
  createAudience,
  createPageLink,
  isProblem,
  type Person,
  searchPersons,
} from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { suggestedDomain, useDomains } from '../../data/domains.ts';
import { usePage } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { originOf } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { Field, TextField } from '../../kit/field.tsx';
import { FormDialog, TakenBy } from '../../kit/form.tsx';
import { useDebounced } from '../../lib/store.ts';
import { go, link } from '../../nav/router.ts';

const shownPersons = 6;

interface PersonPickerProps {
  chosen: Person | undefined;
  onChoose: (person: Person | undefined) => void;
}

/** Finds a person as one types. */
function PersonPicker({ chosen, onChoose }: PersonPickerProps) {
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
      </div>
    );
  }
  return (
    <div class="stack">
      <Field
        label="For a person (optional)"
        hint="By name, email or company. Leave it empty for a group of visitors."
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

/** The path that the name of a group suggests: `/night-shift`. */
const pathOfName = (name: string) =>
  `/${name}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-(.*?)-?$/, '/$1');

/** A form that creates an audience of a page, by name or for a person, with a link that leads there, and opens it. */
export function NewAudience({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const page = usePage(pageId).data;
  const domains = useDomains().data;
  const [person, setPerson] = useState<Person>();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  /** What is there when its link could not be made. */
  const [made, setMade] = useState<Audience>();
  const [written, setWritten] = useState<string>();
  const suggestion = person || !name.trim() ? '' : pathOfName(name);
  // The field is drawn anew with each suggestion, until something is written in it.
  const drawn = useRef('');
  if (written === undefined) drawn.current = suggestion;
  const tenantDomainId = suggestedDomain(page?.url, domains ?? []);
  const domain = domains?.find((one) => one.tenantDomainId === tenantDomainId)?.domain;
  const create = useMutation(
    async ({ context = '', path = '' }: Record<string, string>) => {
      const body = {
        ...(person && { personId: person.personId }),
        ...(name.trim() && { customName: name }),
        ...(context && { supplementaryContext: context }),
      };
      const audience = made ?? (await ask(createAudience, { path: { page_id: pageId }, body }));
      setMade(audience);
      const { audienceId } = audience;
      const target = { targetType: 'audience' as const, audienceId };
      if (path.trim())
        await ask(createPageLink, { body: { path, tenantDomainId: tenantDomainId || null, target } });
      return audience;
    },
    { onDone: ({ audienceId }) => go(link('audience', { pageId, audienceId }, { edit: '1' })) },
  );
  const submit = (values: Record<string, string>) => {
    const isNamed = person !== undefined || name.trim() !== '';
    setProblem(isNamed ? undefined : 'Write a name, or choose a person.');
    if (isNamed) create.run(values);
  };
  const taken = isProblem(create.error, 'audience_conflict') && create.error.document?.conflictingId;
  return (
    <FormDialog
      title="New audience"
      onClose={onClose}
      submit={made ? 'Create the link' : 'Create'}
      of={create}
      onSubmit={submit}
    >
      {made ? (
        <p class="banner" role="status">
          “{made.effectiveName}” was created. Its link is still missing: choose another path, or leave it
          empty.
        </p>
      ) : (
        <>
          <TextField
            label={person ? 'Name (optional)' : 'Name'}
            name="name"
            hint="Only you and your colleagues see it."
            path="customName"
            value={name}
            onInput={setName}
            {...(problem && { error: problem })}
          />
          <PersonPicker
            chosen={person}
            onChoose={(chosen) => {
              setPerson(chosen);
              create.reset();
            }}
          />
          {typeof taken === 'string' && (
            <p>
              <a href={link('audience', { pageId, audienceId: taken })}>Open the audience of this person</a>
            </p>
          )}
        </>
      )}
      {page && domains && (
        <TextField
          key={drawn.current}
          label="Link (optional)"
          name="path"
          hint={`Where these visitors go on ${domain ?? originOf(page.url) ?? 'your website'}, such as /hotels.`}
          value={drawn.current}
          onInput={setWritten}
        />
      )}
      <TakenBy error={create.error} code="path_taken" label="Open the link that has this path" />
      {!made && (
        <TextField
          label="Context (optional)"
          name="context"
          lines={3}
          hint="What the website should know about these visitors."
          path="supplementaryContext"
        />
      )}
    </FormDialog>
  );
}
