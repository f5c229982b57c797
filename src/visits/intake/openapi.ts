import * as z from 'zod/mini';
import { answerOf, operationsOf } from '../../http/openapi/document.ts';
import { IntakeResult } from './schemas.ts';

const source = z.string().check(
  z.maxLength(255),
  z.meta({
    example: 'src_main_01kafz8q6tf7n9t3cwh2k5v4xe0YlTpK',
    description: 'The end of the `url` of a source.',
  }),
);

export const intakeOperations = operationsOf('Sources', {
  'POST /v0/intake/{source}': {
    id: 'receiveWebhook',
    summary: 'Take a webhook as its sender sends and signs it',
    description:
      'Needs no key: the signature is verified over the body as it came. The body is that of the provider, at most 256 KiB of JSON. What names a person becomes a log of the person; an event that comes again is a replay and writes nothing. What fits nobody is kept, to be mapped later.',
    parameters: z.object({ source }),
    answer: {
      ...answerOf(IntakeResult, 'What became of each event of the delivery.', {
        outcomes: [{ outcome: 'logged' }],
      }),
      later: {
        description: 'The database does not answer. The delivery waits in a queue and is written later.',
        example: { outcomes: [{ outcome: 'waiting' }] },
      },
    },
    security: [{}],
    errors: [
      'invalid_signature',
      'source_not_found',
      'source_secret_missing',
      'payload_too_large',
      'invalid_json',
      'validation_failed',
      'rate_limited',
    ],
  },
});
