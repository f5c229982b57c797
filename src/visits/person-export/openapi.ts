import { answerOf, type OperationDocs } from '../../http/openapi/document.ts';
import { personLogExample } from '../../people/logs/openapi.ts';
import { personExample } from '../../people/persons/openapi.ts';
import { PersonExport } from './schemas.ts';

export const personExportOperations: OperationDocs = {
  'GET /v0/persons/{person_id}/export': {
    id: 'exportPerson',
    tag: 'Persons',
    summary: 'Read all that is stored of a person',
    description:
      'Everything that an erasure of the person would clear, and nothing of others: what they are told who ask for their data. ' +
      'Each line is an object with its `kind`; logs, visits and the person are as their operations answer them. ' +
      'Follow `nextCursor` until `hasMore` is false.',
    answer: answerOf(PersonExport, 'The next lines.', {
      lines: [
        { kind: 'person', ...personExample },
        { kind: 'log', ...personLogExample },
        { kind: 'end', counts: { person: 1, log: 1 } },
      ],
      hasMore: false,
      nextCursor: null,
    }),
  },
};
