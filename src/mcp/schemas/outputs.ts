import * as z from 'zod/mini';
import { jsonSchemaOf } from './json-schema.ts';

/** The schema of a tool's result: its answer, and the note. */
const noted = (answer: z.ZodMiniObject) =>
  z.object({ note: z.string(), ...(answer.shape as z.core.$ZodShape) });

/** Keywords that say what an answer shows anyway, or forbid what none has. */
const leftOut = new Set(['required', 'additionalProperties', 'propertyNames', 'format']);
/** Keywords whose members are names of our own, and no keywords. */
const namespaces = ['properties', '$defs'];

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** What a property is called, and what its description says: a line of the glossary. */
const lineOf = (name: string, { description }: Node) =>
  typeof description === 'string' ? `${name}: ${description}` : undefined;

/** The lines of all described properties in a schema. */
function* linesIn(value: unknown, isNames = false): Generator<string> {
  if (!isNode(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const line = isNames && isNode(member) ? lineOf(name, member) : undefined;
    if (line !== undefined) yield line;
    yield* linesIn(member, !isNames && namespaces.includes(name));
  }
}

/** `type` in place of `anyOf`, for a schema of null or one type. */
function withoutUnion(schema: Node): Node {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types = anyOf.map((one: Node) => (Object.keys(one).length === 1 ? one.type : undefined));
  return types.every((type) => typeof type === 'string') ? { type: types, ...rest } : schema;
}

/** A schema without keywords that are left out, and without descriptions of properties that the glossary has. */
function shortened(value: unknown, glossary: Set<string>, isNames = false): unknown {
  if (!isNode(value)) return value;
  if (Array.isArray(value)) return value.map((one) => shortened(one, glossary));
  const short = Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !leftOut.has(name))
      .map(([name, member]) => {
        const short = shortened(member, glossary, !isNames && namespaces.includes(name));
        const isKnown = isNames && isNode(member) && glossary.has(lineOf(name, member) ?? '');
        if (!isKnown) return [name, short];
        const { description: _, ...rest } = short as Node;
        return [name, rest];
      }),
  );
  return isNames ? short : withoutUnion(short);
}

/**
 * The JSON Schemas of what tools answer, by name, and the descriptions that several of them have, each once. A model pays
 * for both in every conversation.
 */
export function outputsOf(tools: Record<string, { answer: z.ZodMiniObject }>) {
  const whole = Object.entries(tools).map(
    ([name, { answer }]) => [name, jsonSchemaOf(noted(answer), 'output')] as const,
  );
  const lines = whole.flatMap(([, schema]) => [...new Set(linesIn(schema))]);
  const repeated = new Set(lines.filter((line, index) => lines.indexOf(line) !== index));
  const nameIn = (line: string) => line.split(':')[0];
  // A name that means one thing here and another there is explained where it stands.
  const isPlain = (line: string) => lines.every((other) => other === line || nameIn(other) !== nameIn(line));
  const glossary = new Set([...repeated].filter(isPlain));
  return {
    schemas: Object.fromEntries(whole.map(([name, schema]) => [name, shortened(schema, glossary) as object])),
    glossary: [...glossary],
  };
}
