import { isEngaged, isRecipientVisit } from '../../analytics/is-engaged.ts';
import { dayMs } from '../../lib/durations.ts';
import type { EventType } from '../../vocabulary/events.ts';
import { isChanged, isHeard, tell } from './event-trigger.ts';

const session = {
  subject: 'NULL',
  related: {
    audienceSessionId: 'new.audience_session_id',
    analyticsSessionId: 'new.analytics_session_id',
    pageId: 'new.page_id',
    audienceId: 'new.audience_id',
  },
} as const;
const related = { ...session.related, personId: 'new.person_id' };

/** What a new session tells, or a merged one: the condition, and the statements that hold under it. */
interface Told {
  type: EventType;
  when: string;
  statements: (when: string) => string;
}

const event = (type: EventType, when: string, more: object = {}): Told => ({
  type,
  when,
  statements: (condition) => tell({ ...session, type, ...more }, condition),
});

/** The first visit of a day of a person or an account is told, and the day is noted. */
const visit = (type: EventType, recipient: string, when: string): Told => {
  const subject = `new.${recipient}`;
  const day = `new.session_started_at / ${dayMs}`;
  const isTold = `EXISTS (SELECT 1 FROM visit_days WHERE type = '${type}' AND subject = ${subject} AND day >= ${day})`;
  return {
    type,
    when,
    statements: (condition) => `${tell({ ...session, type, subject }, `${condition} AND NOT ${isTold}`)}
  INSERT INTO visit_days (type, subject, day) SELECT '${type}', ${subject}, ${day} WHERE ${condition}
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;`,
  };
};

const recipients: [type: EventType, recipient: string][] = [
  ['account.visited', 'recipient_account_id'],
  ['person.visited', 'recipient_person_id'],
];

// A form of the tracker that names its sender is told with its log: see log-writes.sql. An import writes no log.
const ofNew: Told[] = [
  event('session.started', 'true'),
  event('session.engaged', isEngaged('new')),
  event(
    'form.submitted',
    "(new.form_state = 1 OR new.form_state = 2 AND new.computation_status <> 'pending')",
    { related },
  ),
  ...recipients.map(([type, recipient]) => visit(type, recipient, isRecipientVisit('new', recipient))),
];

/** The condition that the sender of a form was erased before the form came: it has no log. */
const hasLostSender = `(new.form_state = 2 AND new.computation_status = 'pending' AND old.person_id IS NULL
    AND old.form_submission_identifier IS NOT NULL AND new.form_submission_identifier IS NULL)`;
const ofMerged: Told[] = [
  event('session.engaged', `${isEngaged('new')} AND ${isEngaged('old')} IS NOT TRUE`),
  event('form.submitted', `(new.form_state = 1 AND old.form_state = 0 OR ${hasLostSender})`),
  ...recipients.map(([type, recipient]) => {
    const isVisit = (row: 'old' | 'new') => isRecipientVisit(row, recipient);
    const isNew = `(${isVisit('old')} IS NOT TRUE OR ${isChanged(recipient)})`;
    return visit(type, recipient, `${isVisit('new')} AND ${isNew}`);
  }),
];

/** One trigger tells all, in the order of what happened: SQLite does not say in which order several would run. */
const trigger = (name: string, on: string, all: Told[]) => {
  // With AND, SQLite would look who listens first. And D1 counts each value of an IN as a row that is read.
  const told = all.map(({ type, when, statements }) => ({
    when: `iif(${when}, ${isHeard(type)}, 0)`,
    statements,
  }));
  return `CREATE TRIGGER event_session_${name} ${on} ON audience_sessions
WHEN ${told.map(({ when }) => when).join('\n  OR ')} BEGIN
${told.map(({ when, statements }) => statements(when)).join('\n')}
END;`;
};

export default `-- What happened in visits, as events: see events.sql.ts. A session tells each thing once, whatever is merged into it
-- later, but a form again when a later one names its sender. A visit of a person or an account is told once a day; of
-- an earlier day, which comes late, it is not.

${trigger('inserted', 'AFTER INSERT', ofNew)}

${trigger('merged', 'AFTER UPDATE', ofMerged)}
`;
