import type { alertFirings } from '../../../db/tables/alerts.ts';
import type { events } from '../../../db/tables/events.ts';

/** An event as it is stored. */
export type StoredEvent = typeof events.$inferSelect;

/** What an alert has told, in numbers and ids. */
export type FiringFacts = (typeof alertFirings.$inferSelect)['facts'];

/** What sentences say of records, by kind. */
export interface Facts {
  person: { name: string; company: string | null };
  account: { name: string };
  page: { title: string };
  audience: {
    customName: string | null;
    personName: string | null;
    audienceNumber: number;
    pageTitle: string;
  };
  version: { versionNumber: number };
  pageLink: { path: string; domain: string | null };
  apiKey: { name: string };
  visit: {
    /** For whom the audience was made. The name is null of somebody who is erased. */
    recipientId: string | null;
    recipientName: string | null;
    recipientCompany: string | null;
    /** Who named themselves in a form. */
    senderId: string | null;
    senderName: string | null;
    senderCompany: string | null;
    engagedMs: number | null;
    /** In hundredths of a percent. */
    maxScrollDepth: number | null;
    sessionStartedAt: number;
    activeMs: number;
    computationStatus: string;
    failure: string | null;
  };
  /** What an alert has told, with the names of what a weekly report names. */
  firing: {
    alertName: string | null;
    facts: FiringFacts;
    customName: string | null;
    personName: string | null;
    audienceNumber: number | null;
    /** The audience that the best one is compared with. */
    againstCustomName: string | null;
    againstPersonName: string | null;
    againstNumber: number | null;
    account1: string | null;
    account2: string | null;
    account3: string | null;
    account4: string | null;
    account5: string | null;
  };
}

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
  /** The sentence, from what is known at the time `now`, in milliseconds since 1970. It never fails. */
  says: (event: StoredEvent, known: Known, now: number) => Said;
}
