import { pick } from 'es-toolkit/object';
import { fieldsPatch, type GivenValues, misfits, type PageField } from '../../content/pages/fields.ts';
import { metadataPatch } from '../../content/pages/metadata.ts';
import { violationsOf } from '../../http/validate.ts';
import {
  type FootfallError,
  fieldsMismatch,
  type Violation,
  validationError,
  violation,
} from '../../lib/errors.ts';
import { canonicalJson } from '../../lib/idempotency.ts';
import { sha256 } from '../../lib/sha256.ts';
import { filledPath } from '../../lib/template-path.ts';
import { path as Path } from '../page-links/schemas.ts';
import type { CampaignRowWrite } from './schemas.ts';
import { type Cleared, filledWords, singles, valuesOf, type Words } from './words.ts';
import { FilledWords } from './words-schemas.ts';

/** What the words of a row are made from: a campaign, and the fields of its page. */
export interface Template {
  words: Words;
  cleared: Cleared;
  path: string;
  fields: PageField[];
}

/** A row with the words of its template, as the store writes it. */
export interface FilledRow extends Pick<CampaignRowWrite, 'person' | 'personId'> {
  /** The row as it was sent, as canonical JSON. */
  sent: string;
  path: string;
  /** The words for an answer. */
  words: Words;
  wordsHash: string;
  /** JSON merge patches (RFC 7396) of the columns of an audience. */
  fields: Record<string, unknown>;
  metadata: Record<string, unknown>;
  others: Record<string, unknown>;
}
export type Filled = { ok: true; value: FilledRow } | { ok: false; error: FootfallError };

const nulls = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** The violations of a schema by a value at a path of the body. */
function violationsAt(
  result: { success: true } | { success: false; error: { issues: unknown[] } },
  at: PropertyKey[],
  value: unknown,
): Violation[] {
  if (result.success) return [];
  const input = at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return (result.error.issues as Parameters<typeof violationsOf>[0][]).flatMap((issue) =>
    violationsOf({ ...issue, path: [...at, ...issue.path] }, 'body', input),
  );
}

/** Fills the template with a row. The error names what the row lacks, and what of its words breaks a rule, by `at`. */
export function filledRow(template: Template, row: CampaignRowWrite, at: string): Filled {
  const { words: templates, cleared, fields, path } = template;
  const values = valuesOf(row);
  const missing = new Set<string>();
  const kinds = new Map(fields.map((field) => [field.name, field.kind]));
  const words = filledWords(templates, values, kinds, missing);
  const filled = filledPath(path, values, missing);
  if (missing.size > 0) {
    const message = 'has no value here, and the template has no default for it';
    return {
      ok: false,
      error: validationError(
        [...missing].map((name) => violation('body', `${at}.columns.${name}`, 'required', message)),
      ),
    };
  }
  const said = FilledWords.safeParse(words);
  const address = Path.safeParse(filled);
  const found = [...violationsAt(said, [at, 'words'], words), ...violationsAt(address, [at, 'path'], filled)];
  if (!said.success || !address.success || found.length > 0)
    return { ok: false, error: validationError(found) };
  const { fieldOverrides, metadataOverride, ...others } = said.data;
  const given: GivenValues = fieldOverrides ?? {};
  const unfit = misfits(fields, given);
  if (unfit.length > 0)
    return {
      ok: false,
      error: fieldsMismatch(
        unfit.map(({ name, code, message }) =>
          violation('body', `${at}.words.fieldOverrides.${name}`, code, message),
        ),
      ),
    };
  const says = {
    fields: fieldsPatch(given),
    metadata: metadataPatch(metadataOverride ?? {}),
    others: pick(others, [...singles]),
  };
  return {
    ok: true,
    value: {
      ...pick(row, ['person', 'personId']),
      sent: canonicalJson(JSON.stringify(row)),
      path: address.data,
      words,
      // Without what is cleared: a row that says the same as when it was published has nothing else to clear.
      wordsHash: sha256(canonicalJson(JSON.stringify(says))),
      fields: { ...nulls(cleared.fields), ...says.fields },
      metadata: { ...nulls(cleared.metadata), ...says.metadata },
      others: { ...nulls(cleared.others), ...says.others },
    },
  };
}
