import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Arguments } from './arguments.ts';
import type { Caller } from './caller.ts';
import { editTool } from './edit-words.ts';
import { audiencePath } from './links.ts';
import { makePagesTool } from './make-pages.ts';
import { pagePath, personalTool } from './personal-page.ts';
import { publishTool } from './publish.ts';
import { startTool } from './start-test.ts';

/** A tool that changes something. */
interface WriteTool {
  title: string;
  description: string;
  /** The arguments that it cannot do without, as `{name}`. */
  path: string;
  hints: { destructiveHint: boolean };
  work: (given: Arguments, caller: Caller, context: ServerContext) => Promise<object | InputRequiredResult>;
}

/**
 * All tools that write, by name. A key needs the scope `write` for them. Each may be called again. Their arguments and
 * answers are described in src/mcp/schemas/write-tools.ts.
 */
export const writeTools: Record<string, WriteTool> = {
  edit_words: {
    title: 'Edit words of an audience',
    description:
      'Changes words of the draft of an audience: only those that are given. Visitors see nothing of it before publish_audience. Answers the words beside those that are live.',
    path: audiencePath,
    // A draft has no history: the words that it had are in the answer, and nowhere else.
    hints: { destructiveHint: true },
    work: editTool,
  },
  make_personal_page: {
    title: 'Make a page for a person',
    description:
      'Makes the audience of a page for one person, with words as a draft, and a link to it. What is there stays as it is, so the same call again changes nothing. Answers the address to send.',
    path: pagePath,
    hints: { destructiveHint: false },
    work: personalTool,
  },
  make_pages: {
    title: 'Make pages for a list of people',
    description:
      'Makes pages of a list, such as a spreadsheet: each row becomes a person, a live page in the words of a template, and a link. The first call makes nothing that visitors see, and needs the agreement of the user. The same rows again make nothing twice.',
    path: pagePath,
    // Somebody who has the page already gets other words.
    hints: { destructiveHint: true },
    work: makePagesTool,
  },
  publish_audience: {
    title: 'Publish an audience',
    description:
      'Publishes the latest version of an audience: visitors get its words. The first call changes nothing. It says what would change, and needs the agreement of the user.',
    path: audiencePath,
    hints: { destructiveHint: true },
    work: publishTool,
  },
  start_test: {
    title: 'Test the draft of an audience',
    description:
      'Starts a test of the latest version against the live one: each visitor gets one of both. The first call changes nothing, and needs the agreement of the user.',
    path: audiencePath,
    hints: { destructiveHint: true },
    work: startTool,
  },
};
