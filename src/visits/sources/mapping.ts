import { clockTolerance } from '../../lib/durations.ts';
import { isNothing } from '../../lib/nothing.ts';
import { parseTimestamp, toTimestamp } from '../../lib/time.ts';
import { asStored, type Identifier, identifiers } from '../../people/persons/identity.ts';
import { valuesAt } from './paths.ts';

/** What a mapping finds in a body. Of several paths, the first that leads to a valid value counts. */
export const mappedFields = [...identifiers, 'name', 'type', 'occurredAt'] as const;
export type MappedField = (typeof mappedFields)[number];

/** Where a body says what, and the types of events that become no log. */
export type Mapping = Readonly<Record<MappedField | 'excludedTypes', readonly string[]>>;
/** What is mapped in another way than the provider's ready mapping. */
export type OwnMapping = { readonly [K in keyof Mapping]?: Mapping[K] | undefined };

/** What a body says by a mapping. */
export type Found = { [K in MappedField]?: string };

const limits = { email: 320, phoneNumber: 16, linkedinProfileUrl: 2048 } as const satisfies Record<
  Identifier,
  number
>;
const isVisible = (text: string): boolean => text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text);

/** An identifier as it is stored, if a text is one. */
function identifierIn(identifier: Identifier, text: string): string | undefined {
  if (text.length > 2 * limits[identifier]) return undefined;
  const isPhone = identifier === 'phoneNumber';
  const stored = asStored[identifier](isPhone ? text.replace(/[\s\(\).\/\-]/gv, '') : text);
  if (stored === undefined || stored.length > limits[identifier] || !isVisible(stored)) return undefined;
  return isPhone && !/^\+[1-9]\d{1,14}$/.test(stored) ? undefined : stored;
}

/** A type in kebab-case: `invoice.paid` is `invoice-paid`, and `contact.propertyChange` `contact-property-change`. */
export const kebabOf = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '');

/** A time in seconds or milliseconds since 1970, or of RFC 3339: from 2000 on, and not ahead of the clock. */
function timeIn(value: unknown, now: number): string | undefined {
  const number = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value;
  const time =
    typeof number === 'number'
      ? Math.floor(number < 1e11 ? number * 1000 : number)
      : typeof value === 'string' && value.length < 100
        ? parseTimestamp(value)
        : undefined;
  if (time === undefined || !(time >= Date.UTC(2000) && time <= now + clockTolerance)) return undefined;
  return toTimestamp(time);
}

function valueIn(field: MappedField, value: unknown, now: number): string | undefined {
  if (field === 'occurredAt') return timeIn(value, now);
  const text = typeof value === 'number' && field === 'phoneNumber' ? `+${value}` : value;
  if (typeof text !== 'string') return undefined;
  if (field === 'type') return kebabOf(text) || undefined;
  if (field !== 'name') return identifierIn(field, text);
  const name = text.trim();
  return name !== '' && [...name].length <= 255 && isVisible(name) && !isNothing(name) ? name : undefined;
}

const textIn = (body: unknown, path: string): string => {
  const [value] = valuesAt(body, path);
  return typeof value === 'string' ? value : '';
};

/** A body as mappings see it: the changed property of a contact of HubSpot is one of its `properties`. */
function seen(body: unknown): unknown {
  const name = textIn(body, '$.propertyName');
  const isContact =
    textIn(body, '$.subscriptionType').startsWith('contact.') || textIn(body, '$.objectTypeId') === '0-1';
  return name === '' || !isContact
    ? body
    : { ...(body as object), properties: { [name]: textIn(body, '$.propertyValue') } };
}

/** What a body says by a mapping, and whether it says anything in place of who it was. */
export function findIn(body: unknown, mapping: Mapping, now: number): { found: Found; isNamed: boolean } {
  const found: Found = {};
  const root = seen(body);
  let isNamed = false;
  for (const field of mappedFields) {
    const values = mapping[field].flatMap((path) => valuesAt(root, path));
    isNamed ||=
      (identifiers as readonly string[]).includes(field) && values.some((one) => one !== null && one !== '');
    for (const value of values) {
      const valid = valueIn(field, value, now);
      if (valid === undefined) continue;
      found[field] = valid;
      break;
    }
  }
  return { found, isNamed };
}

/** A provider's ready mapping, with what a source maps in another way. */
export const wholeMapping = (ready: Mapping, own: OwnMapping | null): Mapping => ({
  ...ready,
  ...Object.fromEntries(Object.entries(own ?? {}).filter(([, paths]) => paths !== undefined)),
});
