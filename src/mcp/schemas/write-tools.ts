import * as z from 'zod/mini';
import { described } from '../../http/described.ts';
import { rowOutcomes } from '../../visits/campaigns/schemas.ts';
import { goals } from '../../vocabulary/experiments.ts';
import { usualPath } from '../server/campaign-of.ts';
import { folder, identifiers } from '../server/personal-wish.ts';
import { publishedVersion } from '../server/publish.ts';
import { started } from '../server/start-test.ts';

const ofAudience = { pageId: z.string(), audienceId: z.string() };

/** The words that a tool may write, as the API names them. */
const words = {
  fieldOverrides: described(
    z.optional(z.looseObject({})),
    'The fields of the page (`effectiveFields` of get_audience) by name: a text, a list of texts or {url, alt}, plain, no HTML; "" takes the words of the page.',
  ),
  metadataOverride: described(
    z.optional(z.looseObject({})),
    'For search engines and shared links: title, description, ogTitle …; "" takes those of the page.',
  ),
  actionUrlOverride: described(z.optional(z.string()), 'Where the button leads.'),
  supplementaryContext: described(z.optional(z.string()), 'Notes that visitors do not see.'),
};

/** The same, for another tool. */
const sameWords = {
  fieldOverrides: described(z.optional(z.looseObject({})), 'As in edit_words, and so are the next.'),
  metadataOverride: z.optional(z.looseObject({})),
  actionUrlOverride: z.optional(z.string()),
  supplementaryContext: z.optional(z.string()),
} satisfies Record<keyof typeof words, z.ZodMiniType>;

const value = z.unknown();
/** What tools that write words answer: `WordsAnswer`. */
const wordsAnswer = {
  versionNumber: z.int(),
  words: described(
    z.array(z.object({ word: z.string(), before: z.optional(value), draft: value, live: value })),
    '`draft`: unpublished; `before`: the draft before this call; `live`: what visitors get; null: as the page, or nothing.',
  ),
  visitors: z.string(),
};

/** The arguments of a tool that needs a confirmation, besides what it is for. */
const confirmation = {
  confirmation: z.optional(described(z.string(), 'Of the first call.')),
  declined: described(z.optional(z.boolean()), 'With `confirmation`: the user does not agree.'),
};

/** What a tool that needs a confirmation answers; the state `requested` is what it does. */
const confirmationAnswer = {
  state: z.enum(['needs_confirmation', 'declined', 'requested']),
  question: described(
    z.optional(z.string()),
    'Show it to the user, word for word: everything that would change.',
  ),
  confirmation: described(
    z.optional(z.string()),
    'If the user agrees, call again with this within ten minutes; else with `declined: true` too.',
  ),
};

/** The arguments and the answers of the tools that write, by name. */
export const writeSchemas: Record<string, { input: z.ZodMiniObject; answer: z.ZodMiniObject }> = {
  edit_words: {
    input: z.strictObject({ ...ofAudience, ...words }),
    answer: z.object({ state: z.enum(['changed', 'unchanged']), ...wordsAnswer }),
  },
  make_personal_page: {
    input: z.strictObject({
      pageId: z.string(),
      personId: described(
        z.optional(z.string()),
        'This, or one of email, linkedinProfileUrl and phoneNumber.',
      ),
      ...Object.fromEntries(identifiers.map((name) => [name, z.optional(z.string())])),
      name: described(z.optional(z.string()), 'Of a person who is not known yet.'),
      path: described(z.optional(z.string()), `Below ${folder}. Left out: ${folder} and the name.`),
      ...sameWords,
    }),
    answer: z.object({
      personId: z.string(),
      audienceId: z.string(),
      pageLinkId: z.string(),
      address: described(z.string(), 'What to send to the person, once the words are published.'),
      made: described(z.array(z.enum(['person', 'audience', 'link'])), 'The others were there.'),
      notSaved: described(
        z.optional(z.array(z.string())),
        'The person had other words already, which are kept: edit_words changes them.',
      ),
      ...wordsAnswer,
    }),
  },
  make_pages: {
    input: z.strictObject({
      pageId: z.string(),
      campaignId: described(
        z.optional(z.string()),
        'For more rows in the words of a campaign. Else one is made.',
      ),
      name: described(z.optional(z.string()), 'Of the new campaign.'),
      words: described(
        z.optional(z.looseObject({})),
        'Of the new campaign, an object as edit_words takes: texts have {{column}} or {{column|default}}.',
      ),
      path: described(z.optional(z.string()), `Below ${folder}. Left out: ${usualPath}.`),
      rows: described(
        z.array(z.looseObject({})),
        'Up to 100: {person: {email, name, companyName …}, columns: {topic: …}}, or `personId` for `person`. The fields of `person` are columns too. The second call has the same rows.',
      ),
      ...confirmation,
    }),
    answer: z.object({
      ...confirmationAnswer,
      state: z.enum([...confirmationAnswer.state.options, 'nothing_to_make']),
      campaignId: z.optional(z.string()),
      pages: z.optional(
        z.array(z.object({ row: z.int(), outcome: z.enum(rowOutcomes), address: z.string() })),
      ),
      refused: z.optional(z.array(z.object({ row: z.int(), why: z.string() }))),
    }),
  },
  publish_audience: {
    input: z.strictObject({ ...ofAudience, ...confirmation }),
    answer: z.object({
      ...confirmationAnswer,
      version: described(z.optional(publishedVersion), 'It is live when get_audience says `published`.'),
    }),
  },
  start_test: {
    input: z.strictObject({
      ...ofAudience,
      ...confirmation,
      goal: described(z.optional(z.string()), `What counts: ${goals.join(', ')}. By default the first.`),
    }),
    answer: z.object({ ...confirmationAnswer, test: z.optional(started) }),
  },
};
