import type { EventSettings } from '@footfall/client';
import { type EventType, eventsByType } from '../../../../src/vocabulary/events.ts';
import { plural } from '../../lib/format.ts';
import { chosenTypes, type Group, groups, textOfTypes, typesIn } from '../history/groups.ts';

/** The texts of the form: of each group the types that are kept, one a line. */
export type EventValues = Record<Group['id'] | 'retentionDays', string>;

/** What each field is called. */
export const eventLabels = Object.fromEntries([
  ...groups.map(({ id, label }) => [id, label]),
  ['retentionDays', 'Retention in days'],
]) as EventValues;

/** The settings as texts. */
export const valuesOf = ({ types, retentionDays }: EventSettings): EventValues =>
  Object.fromEntries([
    ...groups.map((group) => [group.id, textOfTypes(group.types.filter((type) => types.includes(type)))]),
    ['retentionDays', String(retentionDays)],
  ]) as EventValues;

/** The settings as the service takes them. Days that are no number are 0, which it refuses. */
export const bodyOf = (values: EventValues) => ({
  types: chosenTypes(values),
  retentionDays: Number(values.retentionDays) || 0,
});

/** What of a group is kept, as one reads it: "All", "None", or which. */
export function keptOf({ types }: Group, kept: EventType[]): string {
  const there = types.filter((type) => kept.includes(type));
  if (there.length === types.length) return 'Saved';
  if (there.length === 0) return 'Not saved';
  return `Saved: ${there.map((type) => eventsByType[type].label.toLowerCase()).join(', ')}`;
}

/** A text of the form as one reads it. */
export function shownValue(name: keyof EventValues, text: string): string {
  const group = groups.find(({ id }) => id === name);
  return group ? keptOf(group, typesIn(text)) : plural(Number(text), 'day');
}
