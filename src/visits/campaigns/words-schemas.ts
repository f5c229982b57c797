import * as z from 'zod/mini';
import { AudienceUpdate } from '../../content/audiences/schemas.ts';
import { mostItems } from '../../content/pages/fields.ts';
import { ofKinds } from '../../content/pages/metadata.ts';
import { described } from '../../http/described.ts';
import { broken, multilineText, text } from '../../http/schemas.ts';
import { codeOf } from '../../http/validate.ts';
import { columnsIn, longestColumn, partsOf } from '../../lib/template.ts';
import { filledPath } from '../../lib/template-path.ts';
import { longestPath } from '../page-links/path.ts';
import { path as Path } from '../page-links/schemas.ts';
import { mostNamed } from './limits.ts';
import { columnsOf, sampleWords, type Words } from './words.ts';

const templated = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  schema.check(
    z.refine((value) => partsOf(value) !== undefined, {
      error: `must name columns as {{column}} or {{column|default}}, each with 1 to ${longestColumn} characters, and have no other pair of braces`,
      params: { code: 'invalid_format' },
    }),
  );
const line = templated(text(0, 2048));
const paragraph = templated(multilineText(0, 10_000));
const list = (max: number) => z.array(line).check(z.maxLength(max));

/** The path of each link. */
export const PathTemplate = described(
  templated(text(1, longestPath)).check(
    z.superRefine((template, context) => {
      if (partsOf(template) === undefined || template.length > longestPath) return;
      // What no value can mend, such as a query.
      const sample = Object.fromEntries(columnsIn(template).map((name) => [name, 'x']));
      const said = Path.safeParse(filledPath(template, sample, new Set()));
      for (const issue of said.error?.issues ?? [])
        context.addIssue(broken([], issue.message, codeOf(issue)));
    }),
  ),
  'The path of the link of each row, such as `/for/{{companyName}}`. A value is spelled as in an address: `Zoë O’Neil` is `zoe-o-neil`.',
);

/** What the words of a row must be: the same as what an audience may say. */
const { customName: _, ...said } = AudienceUpdate.shape;
export const FilledWords = z.strictObject(said);
export type FilledWords = z.infer<typeof FilledWords>;

/** Templates of what an audience says: each text may have columns. */
export const CampaignWords = z
  .strictObject({
    fieldOverrides: described(
      z.optional(
        z.record(
          text(1, 50),
          z.union(
            [paragraph, z.strictObject({ url: line, alt: z._default(line, '') }), list(mostItems)],
            'must be a text, an image with url and alt, or a list of texts',
          ),
        ),
      ),
      'By the names of the fields of the page: a text, an image or a list.',
    ),
    metadataOverride: z.optional(
      z
        .strictObject(
          ofKinds({
            line: z.optional(line),
            paragraph: z.optional(line),
            address: z.optional(line),
            keywords: z.optional(list(50)),
          }),
        )
        .check(z.meta({ id: 'CampaignMetadata' })),
    ),
    actionFormIdOverride: z.optional(line),
    actionFormInstructionsOverride: z.optional(paragraph),
    actionUrlOverride: z.optional(line),
    supplementaryContext: z.optional(paragraph),
  })
  .check(
    z.refine((words) => columnsOf(words as Words, '').length <= mostNamed, {
      error: `must name at most ${mostNamed} columns`,
      params: { code: 'too_long' },
    }),
    z.superRefine((words, context) => {
      // Whatever the columns are, some words break a rule. Whether they are a URL, only a row can say.
      const said = FilledWords.safeParse(sampleWords(words as Words));
      const issues = said.error?.issues ?? [];
      for (const issue of issues.filter((one) => codeOf(one) !== 'invalid_value'))
        context.addIssue(broken(issue.path, issue.message, codeOf(issue)));
    }),
    z.meta({ id: 'CampaignWords' }),
  );
