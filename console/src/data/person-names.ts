import type { Person } from '@footfall/client';
import { nameOf as nameIn } from '../../../src/vocabulary/names.ts';

/** What a person is called on the screen. */
export const nameOf = (person: Pick<Person, 'name' | 'email' | 'personId'>): string =>
  nameIn('person', person) ?? person.personId;

/** The domain of a person's company: their own, or their email's. */
export const companyOf = ({ domain, email }: Pick<Person, 'domain' | 'email'>): string | undefined =>
  domain ?? email?.slice(email.lastIndexOf('@') + 1);

/** How a person can be reached: by email, or else by phone, or else on LinkedIn. */
export const contactOf = ({ email, phoneNumber, linkedinProfileUrl }: Person): string | null =>
  email ?? phoneNumber ?? linkedinProfileUrl?.replace(/^https:\/\/(?:www\.)?/, '') ?? null;
