import type { Person, PersonErased } from '../../../src/people/persons/schemas.ts';
import type { Visit } from '../../../src/visits/beacons/schemas.ts';
import { type Problem, send } from './client.ts';
import type { Place } from './places.ts';
import { newId, visitOf } from './visits.ts';

export const tag = () => newId().slice(0, 8);
let phones = Date.now() % 10 ** 8;
export const newPhone = () => `+1888${String(phones++).padStart(8, '0')}`;
export const made = async (fields: object = {}) =>
  (await send<Person>('POST', '/v0/persons', { name: 'Ada', ...fields })).body;
export const erase = (personId: string, options = {}) =>
  send<PersonErased & Problem>('DELETE', `/v0/persons/${personId}`, undefined, options);
/** A visit in which every text may identify the visitor. */
export const telling = (of: Place, word: string, formSubmit: Visit['formSubmit']) =>
  visitOf(newId(), {
    ...of,
    formSubmit: formSubmit && { ...formSubmit, fields: { name: `Zoë ${word}`, message: `I am ${word}` } },
    pageTitle: `Hello ${word}`,
    pageUrl: `https://x.example/for/${word}?email=${word}#${word}`,
    utmSource: word,
    utmMedium: word,
    utmCampaign: word,
    utmTerm: word,
    utmContent: word,
  });
