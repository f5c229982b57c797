import * as z from 'zod/mini';
import { answerOf, type OperationDocs } from '../http/openapi/document.ts';
import { Health } from './schemas.ts';

/** Not the literal `3.1.1`: of a constant beside other members, generators make a value in place of a type. */
const version = z.string().check(z.regex(/^3\.1\.\d+$/), z.meta({ maxLength: 10 }));

export const healthOperations: OperationDocs = {
  'GET /health': {
    id: 'getHealth',
    tag: 'Service',
    summary: 'Say whether the worker runs, and D1 answers and is migrated',
    answer: answerOf(Health, 'All is well.', { status: 'ok', d1: 'ok' }),
    errors: ['rate_limited'],
  },
  'GET /openapi.json': {
    id: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'Read this document',
    answer: answerOf(
      z.looseObject({ openapi: version }).check(z.meta({ id: 'OpenApiDocument' })),
      'An OpenAPI 3.1 document.',
      { openapi: '3.1.1' },
    ),
  },
};
