import type { EventType } from '../../events/types.ts';
import { dayMs } from '../../lib/durations.ts';
import { isChanged, isHeard, tell, trigger } from './event-trigger.ts';
import { isEngaged, isRecipientVisit } from './is-engaged.ts';

const session = {
  subject: 'NULL',
  related: {
    audienceSessionId: 'new.audience_session_id',
    analyticsSessionId: 'new.analytics_session_id',
    pageId: 'new.page_id',
    audienceId: 'new.audience_id',
  },
} as const;

/** The trigger for new sessions, and that for merged ones which have become something that they were not. */
const becomes = (type: EventType, is: (row: 'old' | 'new') => string) => [
  trigger({ ...session, type, on: 'AFTER INSERT ON audience_sessions', when: is('new') }),
  trigger({
    ...session,
    type,
    on: 'AFTER UPDATE ON audience_sessions',
    suffix: '_later',
    when: `${is('new')} AND ${is('old')} IS NOT TRUE`,
  }),
];

/** The triggers that tell of the first visit of a day of a person or an account, and note the day. */
const visits = (type: EventType, recipient: string) => {
  const subject = `new.${recipient}`;
  const day = `new.session_started_at / ${dayMs}`;
  const isVisit = (row: 'old' | 'new') => isRecipientVisit(row, recipient);
  const isTold = `EXISTS (SELECT 1 FROM visit_days WHERE type = '${type}' AND subject = ${subject} AND day >= ${day})`;
  const first = (name: string, on: string, when: string) => `CREATE TRIGGER ${name} ${on}
WHEN ${isHeard(type)} AND ${when} BEGIN
${tell({ ...session, type, subject }, `NOT ${isTold}`)}
  INSERT INTO visit_days (type, subject, day) VALUES ('${type}', ${subject}, ${day})
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;`;
  const name = `event_${type.replace('.', '_')}`;
  return [
    first(name, 'AFTER INSERT ON audience_sessions', isVisit('new')),
    first(
      `${name}_later`,
      'AFTER UPDATE ON audience_sessions',
      `${isVisit('new')} AND (${isVisit('old')} IS NOT TRUE OR ${isChanged(recipient)})`,
    ),
  ];
};
const triggers = [
  trigger({ ...session, type: 'session.started', on: 'AFTER INSERT ON audience_sessions' }),
  ...becomes('session.engaged', isEngaged),
  ...becomes('form.submitted', (row) => `${row}.form_state > 0`),
  ...visits('account.visited', 'recipient_account_id'),
  ...visits('person.visited', 'recipient_person_id'),
];

export default `-- What happened in visits, as events: see events.sql.ts. A session tells each thing once, whatever is merged into it
-- later. A visit of a person or an account is told once a day; of an earlier day, which comes late, it is not.

${triggers.join('\n\n')}
`;
