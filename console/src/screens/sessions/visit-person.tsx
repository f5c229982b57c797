import { type AudienceSession, getPerson } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { open, records } from '../../nav/records.ts';

/** Whose visit it was, if a form has said so. */
export function VisitPerson({ visit }: { visit: AudienceSession }) {
  const { personId, formSubmissionEmail: email } = visit;
  const person = useQuery(personId ? ['visit-person', personId] : undefined, (signal) =>
    ask(getPerson, { path: { person_id: personId ?? '' }, signal }),
  );
  if (!personId) {
    return (
      <p class="muted">
        {email
          ? `By ${email}, who is not a person here yet.`
          : 'It is not known who this was. A form would say.'}
      </p>
    );
  }
  const name = person.data?.name || person.data?.email || personId;
  return (
    <p class="row">
      <span class="muted">By</span> {records.person ? <a href={open(personId)}>{name}</a> : <b>{name}</b>}
      <CopyButton text={personId} what="person id" />
    </p>
  );
}
