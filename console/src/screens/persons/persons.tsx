import { createPerson, type Person, searchPersons } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { textsIn } from '../../data/edit.ts';
import { useListOf } from '../../data/list.ts';
import { companyOf, contactOf, nameOf } from '../../data/person-names.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { NewButton } from '../../kit/button.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number } from '../../lib/format.ts';
import { go, here, noRecord, open, useNew, useRoute } from '../../nav/router.ts';
import { fieldLabels, PersonFields, type PersonValues } from './fields.tsx';

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

const columns: Column<Person>[] = [
  column('name', 'Person', {}, (person) => (
    <>
      <Monogram name={nameOf(person)} kind="person" />
      {nameOf(person)}
    </>
  )),
  // Beside an open record the address needs its room: it ends with the domain, mostly.
  column('domain', 'Domain', { notOnPhone: true, onlyWide: true }, companyOf),
  column('contact', 'Contact', { notOnPhone: true }, contactOf),
  column(
    'seen',
    'Last seen',
    {
      isNumber: true,
      hint: 'The last visit through their link, or with their form. It may be an hour behind',
    },
    ({ latestVisitAt }) => (latestVisitAt ? <Ago at={latestVisitAt} /> : '–'),
  ),
  column(
    'since',
    'Added',
    { isNumber: true, hint: 'When Footfall first saved them', notOnPhone: true },
    ({ createdAt }) => <Ago at={createdAt} />,
  ),
];

const orders = [
  { value: '', label: 'Last seen' },
  { value: 'new', label: 'Newest' },
];

/** How many persons there are, or how many were found. */
function countOf(text: string, total: number | null, isKnown: boolean): string {
  if (!isKnown) return 'Who are they, and what did they do?';
  if (total === null) return 'More than 1,000 persons found';
  const persons = total === 1 ? '1 person' : `${number(total)} persons`;
  if (text === '') return `${persons}. Who are they, and what did they do?`;
  return `${persons} found`;
}

function NoneFound({ text, mayWrite }: { text: string; mayWrite: boolean }) {
  if (text === '') {
    return (
      <Empty title="No persons yet">
        A person is created by the first form that names one, by <code>POST /v0/person_logs</code>
        {mayWrite ? ', or by you.' : '.'}
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

/** Who is it, and what did they do? */
export function Persons() {
  const { query } = useRoute();
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const text = query.q ?? '';
  const sort = query.order === 'new' ? 'createdAt' : 'latestVisitAt';
  // A search has no order.
  const filter = text ? { query: text } : ({ sort } as const);
  const persons = useListOf('persons', searchPersons, { query: { limit: 50, ...filter } });
  return (
    <>
      <ScreenHead
        title="Persons"
        question={
          <span role="status">
            {countOf(text, persons.totalCount, persons.items !== undefined && !persons.isStale)}
          </span>
        }
      >
        {mayWrite && <NewButton what="person" label="New person" />}
      </ScreenHead>
      <Toolbar title="Persons" file={{ what: 'Persons', of: () => [[searchPersons, { query: filter }]] }}>
        <SearchField label="Search persons" placeholder="Name, email, phone" />
        {text === '' && <Choice label="Order" param="order" choices={orders} />}
      </Toolbar>
      <TableOf
        of={persons}
        lines={12}
        empty={<NoneFound text={text} mayWrite={mayWrite} />}
        label="Persons"
        columns={columns}
        keyOf={({ personId }) => personId}
        href={({ personId }) => open(personId)}
      />
      {wanted === 'person' && mayWrite && <CreatePerson onClose={close} />}
    </>
  );
}
