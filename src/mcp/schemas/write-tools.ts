import * as z from 'zod/mini';
import { described } from '../../http/described.ts';
import { goals } from '../../vocabulary/experiments.ts';
import { folder, identifiers } from '../server/personal-wish.ts';
import { publishedVersion } from '../server/publish.ts';
import { started } from '../server/start-test.ts';

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

/** The arguments of a tool that needs a confirmation. */
const confirmation = {
  pageId: z.string(),
  audienceId: z.string(),
  confirmation: z.optional(
    described(z.string(), 'Of the first call. Leave it out to learn what would change.'),
  ),
  declined: described(
    z.optional(z.boolean()),
    'With `confirmation`: the user does not agree. Nothing happens from then on.',
  ),
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
    input: z.strictObject({ pageId: z.string(), audienceId: z.string(), ...words }),
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
      ...words,
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
  publish_audience: {
    input: z.strictObject(confirmation),
    answer: z.object({
      ...confirmationAnswer,
      version: described(z.optional(publishedVersion), 'It is live when get_audience says `published`.'),
    }),
  },
  start_test: {
    input: z.strictObject({
      ...confirmation,
      goal: described(z.optional(z.string()), `What counts: ${goals.join(', ')}. By default the first.`),
    }),
    answer: z.object({ ...confirmationAnswer, test: z.optional(started) }),
  },
};
