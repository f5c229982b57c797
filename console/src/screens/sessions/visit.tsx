import {
  type AudienceSession,
  getAccount,
  getAudience,
  getAudienceSession,
  getPerson,
} from '@footfall/client';
import { forwarded } from '../../analytics/came.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { useValueNames } from '../../analytics/value-names.ts';
import { useAnswer } from '../../data/api.ts';
import { nameOf } from '../../data/person-names.ts';
import { CopyButton } from '../../kit/button.tsx';
import { Json } from '../../kit/json.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { open } from '../../nav/router.ts';
import { Outcome } from './visit-columns.tsx';
import { VisitFacts } from './visit-facts.tsx';
import { VisitStory } from './visit-story.tsx';

/** Three dots while a name is loaded: an id would take two lines. The id of what cannot be read. */
const nameOr = (name: string | undefined, { isLoading }: { isLoading: boolean }, id: string | null): string =>
  name ?? (isLoading ? '…' : (id ?? ''));

/** The name of a person of a visit. */
function usePersonName(personId: string | null): string {
  const person = useAnswer(
    'visit-person',
    getPerson,
    personId ? { path: { person_id: personId } } : undefined,
  );
  return nameOr(person.data && nameOf(person.data), person, personId);
}

/** Who sent the form of a visit. */
function Sender({ visit }: { visit: AudienceSession }) {
  const { personId, formSubmissionEmail: email, recipientPersonId } = visit;
  const name = usePersonName(personId);
  if (!personId) {
    if (email) return <p class="muted">By {email}, who is not in Persons yet.</p>;
    if (recipientPersonId) return null;
    return <p class="muted">The visitor is unknown: no form was sent, and no personal link was opened.</p>;
  }
  return (
    <p class="row">
      <span class="muted">By</span> <a href={open(personId)}>{name}</a>
      <CopyButton text={personId} what="person id" />
    </p>
  );
}

/** Through whose link a visit was opened, and of which company that person was. */
function Recipient({ visit }: { visit: AudienceSession }) {
  const { personId, recipientPersonId, recipientAccountId: accountId } = visit;
  const name = usePersonName(recipientPersonId);
  const account = useAnswer(
    'visit-account',
    getAccount,
    accountId ? { path: { account_id: accountId } } : undefined,
  );
  if (!recipientPersonId) return null;
  return (
    <>
      <p>
        <span class="muted">Opened through</span> <a href={open(recipientPersonId)}>{name}’s link</a>
        {accountId && (
          <>
            <span class="muted">, made for</span>{' '}
            <a href={open(accountId)}>{nameOr(account.data?.name, account, accountId)}</a>
          </>
        )}
      </p>
      <p class="note muted">{personId === recipientPersonId ? 'The form names this person.' : forwarded}</p>
    </>
  );
}

const tabs = [
  { id: 'story', label: 'What happened' },
  { id: 'fields', label: 'All fields' },
  { id: 'json' },
] as const;

/** A visit at the side: what happened, all its fields, its person. `id` is a `visitKey`. */
export function VisitRecord({ id }: { id: string }) {
  const tab = useTab(tabs);
  const { zone } = useRange();
  const [, pageId = '', ...rest] = id.split(':');
  const sessionId = rest.join(':');
  const answer = useAnswer('visit', getAudienceSession, {
    path: { page_id: pageId, audience_session_id: sessionId },
  });
  const audienceId = answer.data?.audienceId;
  const audience = useAnswer(
    'visit-audience',
    getAudience,
    audienceId ? { path: { page_id: pageId, audience_id: audienceId } } : undefined,
  );
  const linkName = useValueNames('pageLinkId', pageId, answer.data && [answer.data.pageLinkId]);
  const versionName = useValueNames('versionId', pageId, answer.data && [answer.data.versionId]);
  const shown = {
    zone,
    pageId,
    linkName,
    audience: nameOr(audience.data?.effectiveName, audience, audienceId ?? null),
  };
  return (
    <Await query={answer} what="the visit" skeleton={<Skeleton lines={12} />}>
      {(visit) => (
        <>
          <p class="row">
            <span class="record-name">{dayAndTime(visit.sessionStartedAt, zone)}</span>
            <Outcome visit={visit} />
          </p>
          <Sender visit={visit} />
          <Recipient visit={visit} />
          <Tabs label="Visit" tabs={tabs} />
          {tab === 'story' && <VisitStory {...shown} visit={visit} />}
          {tab === 'fields' && <VisitFacts {...shown} visit={visit} versionName={versionName} />}
          {tab === 'json' && <Json value={visit} />}
        </>
      )}
    </Await>
  );
}
