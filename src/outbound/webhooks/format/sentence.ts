import type { events } from '../../../db/tables/events.ts';
import type { Facts } from '../worker/bodies.ts';

export type { Facts };

/** An event as it is stored. */
export type StoredEvent = typeof events.$inferSelect;

/** A kind of record that sentences name. */
export type Kind = keyof Facts;

/** The records that a sentence names, by their ids. */
export type Wanted = { [K in Kind]?: string | null | undefined };

/** The facts of them. Those of a record that is gone are missing. */
export type Known = { [K in Kind]?: Facts[K] | undefined };

/** What is told to people. */
export interface Said {
  text: string;
  /** Where the console shows it, if it does: what stands behind `/console/#`. */
  at?: string | undefined;
}

/** How events of a type become sentences. */
export interface SentenceSource {
  /** The records that the sentence names: they are read in one batch with those of other events. */
  wants: (event: StoredEvent) => Wanted;
  /** The sentence, from what is known at the time `now`. It never fails. */
  says: (event: StoredEvent, known: Known, now: number) => Said;
}
