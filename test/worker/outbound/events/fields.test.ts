import type * as z from 'zod/mini';
import document from '../../../../docs/developers/events.md?raw';
import { type EventType, eventsByType, eventTypes } from '../../../../src/vocabulary/events.ts';
import { parametersOf, routes } from '../../support/routes.ts';

// A field that a PATCH may set is told by the event of its resource, or by those of the fields within it.

interface Definition {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
}

/** The fields of an object, also of one that may be missing or is transformed. */
function fieldsOf(schema: z.core.$ZodType | undefined): [name: string, schema: z.core.$ZodType][] {
  if (!schema) return [];
  const { shape, innerType, in: input } = schema._zod.def as Definition;
  return shape ? Object.entries(shape) : fieldsOf(innerType ?? input);
}

/** The fields of a schema that an event does not tell. */
const untold = (schema: z.core.$ZodType | undefined, told: readonly string[]): string[] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    if (told.includes(name)) return [];
    const within = untold(field, told);
    return fieldsOf(field).length > 0 ? within.map((inner) => `${name}.${inner}`) : [name];
  });

const resourceOf = (path: string) => parametersOf(path).at(-1)?.replace(/_id$/, '') ?? '';
const updates = eventTypes.filter((type) => type.endsWith('.updated'));
const patches = routes.flatMap(({ method, path, operation }) => {
  const type = `${resourceOf(path)}.updated` as EventType;
  return method === 'PATCH' && updates.includes(type) ? [{ type, body: operation.body }] : [];
});

/** What a PATCH may have that is told as a change of another field. */
const toldAs: Record<string, string> = { discardFields: 'fields' };

test.for(patches)('$type tells every field that a PATCH may set', ({ type, body }) => {
  const { fields, draftFields } = eventsByType[type];
  const told = Object.keys({ ...fields, ...draftFields });
  const missing = untold(body, told).filter((name) => !told.includes(toldAs[name] ?? name));
  expect(missing.map((name) => `${type} does not tell ${name}: add it in src/vocabulary/events.ts`)).toEqual(
    [],
  );
});

test('every resource with such an event has a PATCH, but keys, which are only rotated', () => {
  expect(updates.filter((type) => !patches.some((patch) => patch.type === type))).toEqual([
    'api_key.updated',
  ]);
});

test('docs/developers/events.md has every type, in the words of the OpenAPI document: npm run build writes them', () => {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(eventTypes.map((type) => `| \`${type}\` | ${eventsByType[type].text} |`));
});
