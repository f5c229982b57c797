import { FootfallError, validationError } from '../../lib/errors.ts';
import { canonicalJson } from '../../lib/idempotency.ts';
import { parseJsonText } from '../../lib/json-text.ts';
import { sha256 } from '../../lib/sha256.ts';
import { toTimestamp } from '../../lib/time.ts';
import { itemsOf } from '../sources/elements.ts';
import { type Found, findIn, kebabOf, type Mapping } from '../sources/mapping.ts';
import { identifiersIn } from '../sources/named.ts';
import type { Provider } from '../sources/providers.ts';
import type { Incoming } from '../sources/signature.ts';

/** The most events of one delivery. */
const mostEvents = 100;
const maxDepth = 100;
/** The longest id of a delivery that is shown and used as it is; a longer one is hashed. */
const longestId = 200;

/** An event of a delivery, and what is to become of it. */
export interface Planned {
  outcome: 'logged' | 'kept' | 'excluded';
  reason: 'no_identifier' | 'invalid_identifier' | null;
  deliveryId: string;
  type: string;
  found: Found;
  /** As it was sent. */
  text: string;
  /** JSON of all that may identify a person in it, of one that is kept. */
  identifiers: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

const refusal = (code: string, message: string) => validationError([{ in: 'body', path: '', code, message }]);

function parsed(bytes: Uint8Array): { text: string; value: unknown } {
  let text = '';
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new FootfallError('invalid_json', 'The body is not JSON in UTF-8.');
  }
  if (parseJsonText(text, { maxDepth }, value).deep.size > 0)
    throw refusal('too_deep', `must nest at most ${maxDepth} levels`);
  return { text, value };
}

/** The texts of the events in a body. Throws `invalid_json`, `validation_failed`. */
function eventsIn(bytes: Uint8Array, isList: boolean): string[] {
  const { text, value } = parsed(bytes);
  const events = isList && Array.isArray(value) ? itemsOf(text) : [text.trim()];
  if (events.length > mostEvents) throw refusal('too_long', `must have at most ${mostEvents} events`);
  if (events.some((event) => !event.startsWith('{'))) throw refusal('invalid_type', 'must be an object');
  return events;
}

/** The id of an event whose sender signs none: the attempts of HubSpot differ in their number alone. */
const hashOf = (text: string, isList: boolean, word = ''): string =>
  sha256(isList ? canonicalJson(text).replace(/"attemptNumber":\d+,?/, '') : word + text);

/** The id of an event, of signed parts alone: an id that anyone can put in its place would make a second log. */
function idOf(incoming: Incoming, provider: Provider, text: string, body: unknown): string {
  const sent = provider.signed.includes('id') ? provider.deliveryId?.(incoming, body) : undefined;
  if (typeof sent !== 'string' || sent === '')
    return hashOf(text, provider.isList ?? false, provider.word?.(incoming));
  return sent.length <= longestId && /^[!-~]+$/.test(sent) ? sent : sha256(sent);
}

/** An event, and what is known of it besides what its mapping finds. */
interface Event {
  deliveryId: string;
  /** Its type, where the mapping finds none. */
  type: string;
  text: string;
}

/** What is to become of an event by a mapping. */
function eventBy(mapping: Mapping, event: Event, body: unknown, now: number): Planned {
  const { found, isNamed } = findIn(body, mapping, now);
  const type = found.type ?? event.type;
  const base = { ...event, type, found, reason: null, identifiers: '' };
  if (mapping.excludedTypes.includes(type)) return { ...base, outcome: 'excluded' };
  if (found.email ?? found.phoneNumber ?? found.linkedinProfileUrl) return { ...base, outcome: 'logged' };
  // A name that occurs twice hides a value from the parser, and not from whoever reads the text.
  const isHiding = parseJsonText(event.text, { maxDepth }, body).duplicateCount > 0;
  const identifiers = JSON.stringify(identifiersIn(isHiding ? [body, event.text] : body));
  return { ...base, outcome: 'kept', reason: isNamed ? 'invalid_identifier' : 'no_identifier', identifiers };
}

/** What is to become of each event of a delivery. Throws `invalid_json`, `validation_failed`. */
export function planOf(incoming: Incoming, provider: Provider, mapping: Mapping, now: number): Planned[] {
  return eventsIn(incoming.bytes, provider.isList ?? false).map((text) => {
    const body: unknown = JSON.parse(text);
    const deliveryId = idOf(incoming, provider, text, body);
    const type = kebabOf(provider.type?.(incoming, body) ?? '') || 'webhook';
    return eventBy(mapping, { deliveryId, type, text }, body, now);
  });
}

/** A delivery that is kept. */
interface Kept extends Event {
  receivedAt: number;
}

/** What is to become of a delivery that was kept, by a mapping of now. It happened when it came, unless it says so itself. */
export function planAgain({ receivedAt, ...event }: Kept, mapping: Mapping, now: number): Planned {
  const planned = eventBy(mapping, event, JSON.parse(event.text), now);
  return { ...planned, found: { occurredAt: toTimestamp(receivedAt), ...planned.found } };
}
