import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod/mini';
import type { Arguments } from './arguments.ts';
import type { Caller } from './caller.ts';
import { editAnswer, editSchema, editTool } from './edit-words.ts';
import type { ArgumentsSchema } from './json-schema.ts';
import { personalAnswer, personalTool } from './personal-page.ts';
import { personalSchema } from './personal-wish.ts';
import { publishAnswer, publishSchema, publishTool } from './publish.ts';
import { startAnswer, startSchema, startTool } from './start-test.ts';

/** A tool that changes something. */
interface WriteTool {
  title: string;
  description: string;
  schema: ArgumentsSchema;
  answer: z.ZodMiniObject;
  hints: { destructiveHint: boolean };
  work: (given: Arguments, caller: Caller, context: ServerContext) => Promise<object | InputRequiredResult>;
}

/** All tools that write, by name. A key needs the scope `write` for them. Each may be called again. */
export const writeTools: Record<string, WriteTool> = {
  edit_words: {
    title: 'Edit words of an audience',
    description:
      'Changes words of the draft of an audience: only those that are given. Visitors see nothing of it before publish_audience. Answers the words beside those that are live.',
    schema: editSchema,
    answer: editAnswer,
    // A draft has no history: the words that it had are in the answer, and nowhere else.
    hints: { destructiveHint: true },
    work: editTool,
  },
  make_personal_page: {
    title: 'Make a page for a person',
    description:
      'Makes the audience of a page for one person, with words as a draft, and a link to it. What is there stays as it is, so the same call again changes nothing. Answers the address to send.',
    schema: personalSchema,
    answer: personalAnswer,
    hints: { destructiveHint: false },
    work: personalTool,
  },
  publish_audience: {
    title: 'Publish an audience',
    description:
      'Publishes the latest version of an audience: visitors get its words. The first call changes nothing. It says what would change, and needs the agreement of the user.',
    schema: publishSchema,
    answer: publishAnswer,
    hints: { destructiveHint: true },
    work: publishTool,
  },
  start_test: {
    title: 'Test the draft of an audience',
    description:
      'Starts a test of the latest version against the live one: each visitor gets one of both. The first call changes nothing, and needs the agreement of the user.',
    schema: startSchema,
    answer: startAnswer,
    hints: { destructiveHint: true },
    work: startTool,
  },
};
