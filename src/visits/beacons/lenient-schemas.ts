import { omit } from 'es-toolkit/object';
import type * as z from 'zod/mini';
import { FormSubmit, Visit } from './schemas.ts';

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const isOptional = ({ shape }: { shape: Record<string, z.ZodMiniType> }, name: PropertyKey | undefined) =>
  shape[String(name)]?.safeParse(undefined).success === true;

/** The optional field that an issue is about: of the form, or else of the visit. Undefined if it is of no such field. */
function optionalField({ code, path: [name, inner] }: z.core.$ZodIssue): string | undefined {
  if (code === 'unrecognized_keys' || !isOptional(Visit, name)) return undefined;
  return inner !== undefined && isOptional(FormSubmit, inner) ? `formSubmit.${String(inner)}` : String(name);
}

function without(visit: Fields, paths: string[]): Fields {
  const form = omit(
    fieldsOf(visit.formSubmit),
    paths.map((path) => path.replace('formSubmit.', '')),
  );
  return omit('formSubmit' in visit ? { ...visit, formSubmit: form } : visit, paths);
}

/** Parses a visit without its optional fields that are bad. It fails if another one is missing, bad or unknown. */
export function parseVisit(value: unknown): z.core.util.SafeParseResult<Visit> {
  const result = Visit.safeParse(value);
  if (result.success) return result;
  const bad = result.error.issues.map(optionalField);
  return bad.every((path) => path !== undefined) ? Visit.safeParse(without(fieldsOf(value), bad)) : result;
}

/** The names of the fields that a visit was sent with and `parseVisit` has ignored. A field that is null was not sent. */
export function ignoredFields(sent: unknown, visit: Visit): string[] {
  const lost = (from: Fields, kept: Fields, prefix = '') =>
    Object.keys(from)
      .filter((name) => from[name] != null && kept[name] === undefined)
      .map((name) => prefix + name);
  const fields = fieldsOf(sent);
  const ofForm = visit.formSubmit ? lost(fieldsOf(fields.formSubmit), visit.formSubmit, 'formSubmit.') : [];
  return [...lost(fields, visit), ...ofForm];
}
