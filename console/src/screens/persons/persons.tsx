import { createPerson, type Person, searchPersons } from '@footfall/client';
import { idOf } from '../../analytics/came.ts';
import { ListScreen, useAllView, useCameView } from '../../analytics/came-list.tsx';
import { ask, useAnswer } from '../../data/api.ts';
import { textsIn } from '../../data/edit.ts';
import { useListOf } from '../../data/list.ts';
import { nameOf } from '../../data/person-names.ts';
import { useMay, useScope } from '../../data/session.ts';
import { NewButton } from '../../kit/button.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { Choice } from '../../kit/pills.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty } from '../../kit/states.tsx';
import { go, here, link, noRecord, useNew, useRoute } from '../../nav/router.ts';
import { personActions } from './bulk.tsx';
import { allColumns, personIn, visitedColumns } from './columns.tsx';
import { fieldLabels, PersonFields, type PersonValues } from './fields.tsx';

const ImportList = lazyDialog(() => import('../import-list/import-list.tsx').then((of) => of.ImportList));

const newBody = ({ name, ...others }: PersonValues) => ({
  name,
  ...Object.fromEntries(Object.entries(others).filter(([, text]) => text)),
});

/** A dialog that creates a person. */
const CreatePerson = ({ onClose }: { onClose: () => void }) => (
  <ChangeDialog
    title="New person"
    submit="Create the person"
    send={(form) => ask(createPerson, { body: newBody(textsIn(form, fieldLabels)) })}
    done={() => 'The person was created'}
    then={({ personId }) => go(here({ ...noRecord, new: undefined, open: personId }), { replace: true })}
    taken={{ code: 'person_conflict', label: 'Open the person who has it' }}
    onClose={onClose}
  >
    <PersonFields />
  </ChangeDialog>
);

/** Opens the dialog that imports a list, for keys that may. Its room is kept until that is known. */
function ImportButton() {
  const may = useMay('write');
  if (may === false) return null;
  return (
    <a class="button not-on-phone" href={here({ new: 'import' })} inert={!may}>
      Import a list
    </a>
  );
}

function NoneFound({ text, mayWrite }: { text: string; mayWrite: boolean }) {
  if (text === '') {
    return (
      <Empty title="No persons yet">
        A person is created by the first form that names one, by <code>POST /v0/person_logs</code>
        {mayWrite ? ', or by you.' : '.'} <a href={link('start')}>Show me how</a>
        {mayWrite && (
          <>
            {' · '}
            <a href={here({ new: 'import' })}>Import a list</a>
          </>
        )}
      </Empty>
    );
  }
  return (
    <Empty title={`No persons match “${text}”`}>
      Each word must occur in the name, email, domain, phone number or LinkedIn address. Case and accents do
      not matter. {mayWrite && <a href={here({ new: 'person' })}>New person</a>}
    </Empty>
  );
}

const views = [
  { value: '', label: 'Visited' },
  { value: 'all', label: 'All' },
];

const choice = <Choice label="Persons" param="list" choices={views} />;
const search = <SearchField label="Search persons" placeholder="Name, email, phone" />;

const useChoosePersons = <T,>(
  isShown: boolean,
  personOf: (row: T) => Person | undefined,
  keyOf: (row: T) => string,
) => {
  const may = { mayNotify: useScope('admin'), mayWrite: useScope('write') };
  const actions = isShown ? personActions(personOf, may) : [];
  const nameIn = (row: T) => {
    const person = personOf(row);
    return person ? nameOf(person) : keyOf(row);
  };
  return useChoose<T>({ what: 'persons', keyOf, nameOf: nameIn, actions });
};

/** Who came in the range, or who is there at all? */
export function Persons() {
  const { query } = useRoute();
  const { q: text = '', list } = query;
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const isOfAll = text !== '' || list === 'all';
  const none = <NoneFound text={text} mayWrite={mayWrite} />;
  const total = useAnswer('persons-count', searchPersons, isOfAll ? undefined : { query: { limit: 1 } });
  const visited = useCameView(!isOfAll, {
    kind: 'person',
    title: 'Persons',
    question: 'Who visited, and what did they do?',
    words: ['person', 'people'],
    columns: visitedColumns,
    choose: useChoosePersons(!isOfAll, personIn, ({ came }) => idOf(came)),
    total: total.data?.totalCount,
    choice,
    none,
  });
  const asked = text
    ? { query: text }
    : { sort: query.sort === '-since' ? ('createdAt' as const) : ('latestVisitAt' as const) };
  const keyOf = ({ personId }: Person) => personId;
  const all = useAllView<Person>({
    kind: 'person',
    title: 'Persons',
    question: 'Who do you know?',
    words: ['person', 'people'],
    choice,
    list: useListOf('persons', searchPersons, isOfAll ? { query: asked } : undefined),
    asked: [searchPersons, { query: asked }],
    columns: allColumns(text !== ''),
    keyOf,
    choose: useChoosePersons(isOfAll, (person) => person, keyOf),
    text,
    none,
  });
  return (
    <>
      <ListScreen
        title="Persons"
        view={isOfAll ? all : visited}
        search={search}
        button={
          <>
            <ImportButton />
            <NewButton what="person" label="New person" />
          </>
        }
      />
      {wanted === 'person' && mayWrite && <CreatePerson onClose={close} />}
      {wanted === 'import' && mayWrite && <ImportList onClose={close} />}
    </>
  );
}
