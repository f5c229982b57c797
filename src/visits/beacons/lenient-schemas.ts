import { omit } from 'es-toolkit/object';
import { isEmptyObject } from 'es-toolkit/predicate';
import type * as z from 'zod/mini';
import { quickParse } from '../../http/quick-parse.ts';
import { identifiersOf } from './form.ts';
import { FormSubmit, longestIgnored, mostIgnored, Visit } from './schemas.ts';

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

function parseLeniently(value: unknown): z.core.util.SafeParseResult<Visit> {
  const result = quickParse(Visit, value);
  if (result.success) return result;
  const bad = result.error.issues.map(optionalField);
  return bad.every((path) => path !== undefined) ? Visit.safeParse(without(fieldsOf(value), bad)) : result;
}

/** A visit without fields of a form that names no sender: there is no log for them. */
function withoutStray(visit: Visit): Visit {
  const { formSubmit } = visit;
  if (!formSubmit?.fields || identifiersOf(formSubmit).length > 0) return visit;
  return { ...visit, formSubmit: omit(formSubmit, ['fields']) };
}

/** Parses a visit without its optional fields that are bad. It fails if another one is missing, bad or unknown. */
export function parseVisit(value: unknown): z.core.util.SafeParseResult<Visit> {
  const result = parseLeniently(value);
  return result.success ? { success: true, data: withoutStray(result.data) } : result;
}

/**
 * The names of the fields that a visit was sent with and `parseVisit` has ignored. A field that is null was not sent, and
 * neither were `fields` of a form that have none.
 */
export function ignoredFields(sent: unknown, visit: Visit): string[] {
  const lost = (from: Fields, kept: Fields, prefix = '') =>
    Object.keys(from)
      .filter((name) => from[name] != null && (Object.hasOwn(kept, name) ? kept[name] : null) == null)
      .map((name) => prefix + name);
  const { formSubmit: form } = visit;
  const sentFields = fieldsOf(sent);
  const { fields, ...identifiers } = fieldsOf(sentFields.formSubmit);
  const sentForm = isEmptyObject(fields) ? identifiers : { ...identifiers, fields };
  return [
    ...lost(sentFields, visit),
    ...(form ? lost(sentForm, form, 'formSubmit.') : []),
    ...(form?.fields ? lost(fieldsOf(fields), form.fields, 'formSubmit.fields.') : []),
  ]
    .slice(0, mostIgnored)
    .map((name) => name.slice(0, longestIgnored).toWellFormed());
}
