import { day, later, minute } from '../time.ts';
import { colleagues, countryOf, type DemoEvent, type Json, type Story } from './story.ts';

const meetings = [
  ['intro-call', 'Intro call'],
  ['product-demo', 'Product demo'],
  ['onboarding', 'Onboarding session'],
  ['quarterly-review', 'Quarterly review'],
] as const;

/** A meeting is booked, as Cal.com says it; some are cancelled within hours. */
export const bookingStory: Story = (random, contact, at) => {
  const halfHour = 30 * minute;
  // Whole weeks later, so that it is a working day too.
  const start = new Date(Math.ceil(at.getTime() / halfHour) * halfHour + random.int(1, 2) * 7 * day);
  const [type, title] = random.pick(meetings);
  const organizer = { ...random.pick(colleagues), timeZone: 'Europe/Berlin', language: { locale: 'en' } };
  const notes = random.pick(['Pricing', 'A test import', 'Access for a colleague']);
  const { timezone: timeZone } = countryOf(contact);
  const attendee = { name: contact.name, email: contact.email ?? null, timeZone, language: { locale: 'en' } };
  const booking = {
    type,
    title: `${title} between ${organizer.name} and ${contact.name}`,
    eventTitle: title,
    additionalNotes: notes,
    startTime: start.toISOString(),
    endTime: later(start, halfHour).toISOString(),
    length: 30,
    organizer,
    attendees: [attendee],
    responses: {
      name: { label: 'your_name', value: contact.name },
      email: { label: 'email_address', value: contact.email ?? null },
      notes: { label: 'additional_notes', value: notes },
    },
    location: 'integrations:daily',
    bookingId: random.int(200_000, 899_999),
    uid: random.id(),
  };
  const webhook = (triggerEvent: string, time: Date, rest: Json): DemoEvent => ({
    source: 'cal-com',
    type: triggerEvent.toLowerCase().replace('_', '-'),
    at: time,
    payload: { triggerEvent, createdAt: time.toISOString(), payload: { ...booking, ...rest } },
  });
  const created = webhook('BOOKING_CREATED', at, { status: 'ACCEPTED' });
  if (random.chance(0.75)) return [created];
  const cancellationReason = random.pick(['Conflict with another meeting', 'On sick leave', '']);
  const cancelledAt = later(at, random.int(20, 240) * minute);
  return [created, webhook('BOOKING_CANCELLED', cancelledAt, { status: 'CANCELLED', cancellationReason })];
};
