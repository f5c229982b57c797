import { each } from '../lib/each.ts';
import { type NameOf, namesOf, visitFacts } from './visit-facts.ts';

type Counts = typeof visitFacts;
type CountName = NameOf<'count'>;
/** The field of a session for each field of a beacon. */
type FieldOf = { [Name in CountName as Counts[Name]['beacon']]: Counts[Name]['field'] };
type LaterName = { [Name in CountName]: Counts[Name] extends { isLater: true } ? Name : never }[CountName];
type LaterCount = Counts[LaterName]['beacon'];
/** The fields of a session. */
export type CountField = FieldOf[keyof FieldOf];

/** What a tracker counts: fields of its beacons. */
export type BeaconCounts = Record<Exclude<keyof FieldOf, LaterCount>, number> &
  Partial<Record<LaterCount, number | undefined>>;

const counts = namesOf('count').map((name) => visitFacts[name]);
const beaconsOf = (isLater: boolean) =>
  counts.filter((fact) => 'isLater' in fact === isLater).map(({ beacon }) => beacon);

/** The fields that each beacon has, and those that trackers from before them do not send. */
export const beaconCounts = beaconsOf(false) as Exclude<keyof FieldOf, LaterCount>[];
export const laterCounts = beaconsOf(true) as LaterCount[];

/** The fields of a session, and in the order in which answers have them. */
export const countFields: readonly CountField[] = counts.map(({ field }) => field);
export const sessionCounts = [...countFields].sort();

/** The counts of a beacon, as columns of a session. What its tracker did not count is 0. */
export const countsOf = (beacon: BeaconCounts) =>
  Object.fromEntries(
    counts.map(({ beacon: name, field }) => [field, (beacon as Partial<BeaconCounts>)[name] ?? 0]),
  ) as Record<CountField, number>;

/** The counts of the session in documents. */
export const countExamples = each(
  sessionCounts,
  (name) => counts.find(({ field }) => field === name)?.example ?? 0,
);
