import { dayAndTime, plural } from '../../../lib/format.ts';
import { also, at, listAt, textAt } from './read.ts';

const quoted = (text: string | undefined) => (text ? `“${text}”` : undefined);

/** An answer of Typeform: `{ event_type: 'form_response', form_response: { definition: { title }, answers } }`. */
export function typeform(payload: unknown): string | undefined {
  const response = at(payload, 'form_response');
  if (at(payload, 'event_type') !== 'form_response' || typeof response !== 'object') return undefined;
  const answers = listAt(response, 'answers');
  const message = answers.find((answer) => at(answer, 'field.type') === 'long_text');
  const count = answers.length > 0 ? plural(answers.length, 'answer') : undefined;
  return `Form${also(quoted(textAt(response, 'definition.title')), ' ')} sent${also(quoted(textAt(message, 'text')) ?? count, ': ')}`;
}

/** What was done with a booking, and the word before its time. */
const bookings = new Map<string, [done: string, before: string]>([
  ['BOOKING_CREATED', ['booked', 'for']],
  ['BOOKING_REQUESTED', ['asked for', 'at']],
  ['BOOKING_RESCHEDULED', ['moved', 'to']],
  ['BOOKING_CANCELLED', ['cancelled', 'of']],
  ['BOOKING_REJECTED', ['rejected', 'of']],
  ['BOOKING_PAID', ['paid', 'of']],
  ['MEETING_STARTED', ['began', 'of']],
  ['MEETING_ENDED', ['held', 'of']],
]);

function timeAt(value: unknown, path: string): string | undefined {
  const time = textAt(value, path);
  return time !== undefined && /^\d{4}-/.test(time) && !Number.isNaN(Date.parse(time))
    ? dayAndTime(time)
    : undefined;
}

/** A booking of Cal.com: `{ triggerEvent: 'BOOKING_CREATED', payload: { eventTitle, startTime, organizer } }`. */
export function calCom(message: unknown): string | undefined {
  const event = at(message, 'triggerEvent');
  const [done, before] = (typeof event === 'string' && bookings.get(event)) || [];
  if (!done) return undefined;
  const booking = at(message, 'payload');
  const title = textAt(booking, 'eventTitle') ?? textAt(booking, 'title') ?? 'Meeting';
  const start = timeAt(booking, 'startTime');
  const rest =
    event === 'BOOKING_CANCELLED'
      ? also(quoted(textAt(booking, 'cancellationReason')), ': ')
      : also(textAt(booking, 'organizer.name'), ', with ');
  return `${title} ${done}${also(start, ` ${before} `)}${rest}`;
}
