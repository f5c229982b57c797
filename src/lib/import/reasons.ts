import type { Field } from './fields.ts';
import { columnProblem, type Plan, type Write } from './read-row.ts';

/** What the API says of a write that it refuses. */
export interface RefusedWrite {
  code: string;
  detail: string;
  errors?: readonly { path: string; message: string }[] | undefined;
  [other: string]: unknown;
}

/** The column of a field of a write. */
function columnOf(field: string, { kind, columns, mapping }: Plan): string {
  const isOf = (one: Field | null) =>
    one === field ||
    (field === 'name' && kind === 'accounts' && one === 'companyName') ||
    (field === 'name' && (one === 'firstName' || one === 'lastName'));
  return columns[mapping.findIndex(isOf)] ?? field;
}

/** Why a row is refused: what the API says, with the columns in place of its fields. */
export function reasonsOf(
  { code, detail, errors, ...others }: RefusedWrite,
  write: Write,
  plan: Plan,
): string[] {
  if (code === 'person_conflict' && typeof others.field === 'string') {
    const value = `${write[others.field] ?? ''}`;
    return [columnProblem(columnOf(others.field, plan), value, 'belongs to another person')];
  }
  if (!errors?.length) return [detail];
  return errors.map(({ path, message }) => {
    // `persons.3.email`, `writes.3.payload.x`
    const [, , field] = path.split('.');
    return field === undefined
      ? `The row ${message}.`
      : columnProblem(columnOf(field, plan), `${write[field] ?? ''}`, message);
  });
}
