import { type EventType, eventTypes } from '../../src/events/types.ts';

/** The types of which the console makes histories. Those of visits are many, and for programs. */
export const keptTypes: EventType[] = eventTypes.filter(
  (type) => !type.startsWith('session.') && type !== 'form.submitted',
);
