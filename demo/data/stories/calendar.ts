import { day, later, minute } from '../time.ts';
import { colleagues, countryOf, type DemoEvent, type Json, type Story } from './story.ts';

const meetings = ['Intro call', 'Product demo', 'Onboarding session', 'Quarterly review'];

/** A meeting is booked; some are cancelled within hours. */
export const bookingStory: Story = (random, contact, at) => {
  const uri = `https://api.calendar.example/scheduled_events/${random.id()}`;
  const halfHour = 30 * minute;
  // Whole weeks later, so that it is a working day too.
  const start = new Date(Math.ceil(at.getTime() / halfHour) * halfHour + random.int(1, 2) * 7 * day);
  const answer = random.pick(['Pricing', 'A test import', 'Access for a colleague']);
  const invitee = {
    uri: `${uri}/invitees/${random.id()}`,
    name: contact.name,
    email: contact.email ?? null,
    timezone: countryOf(contact).timezone,
    created_at: at.toISOString(),
    questions_and_answers: [{ question: 'What should we prepare?', answer, position: 0 }],
    scheduled_event: {
      uri,
      name: random.pick(meetings),
      start_time: start.toISOString(),
      end_time: later(start, halfHour).toISOString(),
      location: { type: 'video', join_url: `https://meet.example/${random.id()}` },
      event_memberships: [{ user: random.pick(colleagues) }],
    },
  };
  const webhook = (step: 'created' | 'canceled', time: Date, rest: Json): DemoEvent => {
    const payload = {
      event: `invitee.${step}`,
      created_at: time.toISOString(),
      payload: { ...invitee, ...rest },
    };
    return { source: 'calendar', type: `invitee-${step}`, at: time, payload };
  };
  const created = webhook('created', at, { status: 'active' });
  if (random.chance(0.75)) return [created];
  const reason = random.pick(['Conflict with another meeting', 'On sick leave', '']);
  const cancellation = { canceled_by: contact.name, canceler_type: 'invitee', reason };
  const cancelledAt = later(at, random.int(20, 240) * minute);
  return [created, webhook('canceled', cancelledAt, { status: 'canceled', cancellation })];
};
