import { getAudience, getAudienceSession } from '@footfall/client';
import { useRange } from '../../analytics/range-picker.tsx';
import { useValueNames } from '../../analytics/value-names.ts';
import { useAnswer } from '../../data/api.ts';
import { Json } from '../../kit/json.tsx';
import { Await } from '../../kit/states.tsx';
import { Tabs, useTab } from '../../kit/tabs.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { Outcome } from './outcome.tsx';
import { VisitFacts } from './visit-facts.tsx';
import { VisitPerson } from './visit-person.tsx';
import { VisitStory } from './visit-story.tsx';

const tabs = [
  { id: 'story', label: 'What happened' },
  { id: 'fields', label: 'All fields' },
  { id: 'json', label: 'JSON' },
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
  const shown = { zone, pageId, linkName };
  return (
    <Await query={answer}>
      {(visit) => (
        <>
          <p class="row">
            <span class="record-name">{dayAndTime(visit.sessionStartedAt, zone)}</span>
            <Outcome visit={visit} />
          </p>
          <VisitPerson visit={visit} />
          <Tabs label="Visit" tabs={tabs} />
          {tab === 'story' && <VisitStory {...shown} visit={visit} audience={audience.data?.effectiveName} />}
          {tab === 'fields' && <VisitFacts {...shown} visit={visit} />}
          {tab === 'json' && <Json value={visit} />}
        </>
      )}
    </Await>
  );
}
