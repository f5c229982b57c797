import { getPerson, listAccounts, type Person, updatePerson } from '@footfall/client';
import { useState } from 'preact/hooks';
import { CameFacts } from '../../analytics/came-facts.tsx';
import { useRange } from '../../analytics/range-picker.tsx';
import { SeenPages } from '../../analytics/seen-pages.tsx';
import { ask, askResponse, type Read, useAnswer, useRecord } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { companyOf, nameOf } from '../../data/person-names.ts';
import { useScope } from '../../data/session.ts';
import { safeUrl } from '../../data/websites.ts';
import { Button, CopyButton } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Json } from '../../kit/json.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, open, useNew } from '../../nav/router.ts';
import { RecordHistory } from '../history/history-fold.tsx';
import { MadeSection } from '../made/made-section.tsx';
import { WhatHappened } from '../timeline/what-happened.tsx';
import { ErasePerson } from './erase-person.tsx';
import { DownloadEverything } from './everything.tsx';
import { bodyOf, fieldLabels, PersonFields, valuesOf } from './fields.tsx';

/** A form that changes a person. */
function EditPerson({ data: person, match, onClose }: Editing<Person>) {
  const path = { person_id: person.personId };
  return (
    <EditRecord
      what="person"
      labels={fieldLabels}
      start={{ values: valuesOf(person), match }}
      read={() => versionOf(askResponse(getPerson, { path }), valuesOf)}
      taken={{ code: 'person_conflict', label: 'Open the person who has it' }}
      bodyOf={bodyOf}
      send={(body, headers) => ask(updatePerson, { path, body, headers })}
      onClose={onClose}
    >
      {(values) => <PersonFields values={values} />}
    </EditRecord>
  );
}

const MakePage = lazyDialog(() => import('../made/make-page.tsx').then((of) => of.MakePage));

const tabs = [
  { id: 'activity', label: 'What they did' },
  { id: 'pages', label: 'Pages' },
  { id: 'history', label: 'History' },
  { id: 'json' },
] as const;

/** The company of a person: a link to its account, if the domain has one. */
function PersonAccount({ domain }: { domain: string }) {
  const [account] = useAnswer('account-of', listAccounts, { query: { domain } }).data?.items ?? [];
  if (!account) return <>{domain}</>;
  const { accountId, name } = account;
  return (
    <>
      <a href={open(accountId)}>{name}</a>{' '}
      {name !== domain && <span class="muted not-on-phone">{domain}</span>}
    </>
  );
}

/** Who it is: what stands above all that they did. */
function Contact({ person }: { person: Person }) {
  const { email } = person;
  const company = companyOf(person);
  return (
    <Facts
      facts={[
        ['Email', email && <CopyButton text={email} label={email} what="email" />],
        ['Company', company && <PersonAccount domain={company} />],
      ]}
    />
  );
}

/** What else is known, and when it was written here. */
function RecordFacts({ person }: { person: Person }) {
  const { phoneNumber, linkedinProfileUrl, createdAt, updatedAt } = person;
  const linkedIn = safeUrl(linkedinProfileUrl);
  return (
    <Facts
      facts={[
        ['Phone', phoneNumber && <CopyButton text={phoneNumber} label={phoneNumber} what="phone number" />],
        [
          'LinkedIn',
          linkedIn ? (
            <a href={linkedIn} target="_blank" rel="noreferrer noopener">
              {linkedIn.replace(/^https:\/\/(?:www\.)?/, '')}
            </a>
          ) : (
            linkedinProfileUrl
          ),
        ],
        ['Added', dayAndTime(createdAt)],
        ['Changed', updatedAt !== createdAt && dayAndTime(updatedAt)],
      ]}
    />
  );
}

function Shown(read: Read<Person>) {
  const { data: person } = read;
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  const [wanted, closeNew] = useNew();
  const make = here({ new: 'page-for' });
  const erase = here({ new: 'erase' });
  const tab = useTab(tabs);
  const range = useRange();
  const came = { kind: 'person' as const, id: person.personId, range };
  useActions(
    mayWrite
      ? [
          { title: 'Create a page for the person …', run: () => go(make) },
          { title: 'Edit the person', keys: 'e', run: () => setEditing(true) },
          { title: 'Erase the person …', run: () => go(erase) },
        ]
      : [],
  );
  if (isEditing) return <EditPerson {...read} onClose={() => setEditing(false)} />;
  return (
    <>
      <div class="row record-head">
        <p class="record-name clamp grow" title={nameOf(person)}>
          <Monogram name={nameOf(person)} kind="person" />
          {nameOf(person)}
        </p>
        {mayWrite && (
          <>
            <a class="button button-main" href={make}>
              Create a page …
            </a>
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button kind="delete" onClick={() => go(erase)}>
              Erase …
            </Button>
          </>
        )}
      </div>
      <Contact person={person} />
      <Tabs label="Person" tabs={tabs} />
      {tab === 'activity' && <WhatHappened kind="person" id={person.personId} />}
      {tab === 'pages' && <SeenPages {...came} />}
      {tab === 'history' && <RecordHistory kind="person" id={person.personId} changedAt={person.updatedAt} />}
      {tab === 'json' && <Json value={person} />}
      <CameFacts {...came} latestVisitAt={person.latestVisitAt} />
      <MadeSection person={person} range={range} />
      <RecordFacts person={person} />
      <DownloadEverything person={person} />
      {wanted === 'page-for' && mayWrite && <MakePage person={person} onClose={closeNew} />}
      {wanted === 'erase' && mayWrite && <ErasePerson {...read} onClose={closeNew} />}
    </>
  );
}

/** A person at the side: how one reaches them, what they did, and what was made for them. */
export function PersonRecord({ id }: { id: string }) {
  const answer = useRecord('person', getPerson, { path: { person_id: id } });
  return (
    <Await query={answer} what="the person" skeleton={<Skeleton lines={12} />}>
      {(read) => <Shown {...read} />}
    </Await>
  );
}
