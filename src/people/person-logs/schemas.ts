import * as z from 'zod/mini';
import { mostWrites, writesOf } from '../../http/batch.ts';
import { given } from '../../http/identifier-schemas.ts';
import { listOf, listQuery } from '../../http/list-query.ts';
import { Problem } from '../../http/problem.ts';
import { id, idInput, name } from '../../http/schemas.ts';
import { logCreatedFields, logFilters, logInput, PersonLog } from '../logs/schemas.ts';

export const PersonLogCreate = z
  .strictObject({
    ...logInput,
    personId: z.optional(idInput()),
    email: given.email,
    phoneNumber: given.phoneNumber,
    linkedinProfileUrl: given.linkedinProfileUrl,
    name: z.optional(name),
  })
  .check(z.meta({ id: 'PersonLogCreate' }));
export type PersonLogCreate = z.infer<typeof PersonLogCreate>;

export const PersonLogCreated = z
  .object({
    personId: id('person'),
    personLogId: id('person_log'),
    createdPerson: z.boolean(),
    ...logCreatedFields,
  })
  .check(z.meta({ id: 'PersonLogCreated' }));
export type PersonLogCreated = z.infer<typeof PersonLogCreated>;

export const PersonLogBatch = z
  .strictObject({ writes: writesOf(PersonLogCreate) })
  .check(z.meta({ id: 'PersonLogBatch' }));

export const PersonLogBatchResult = z
  .object({
    results: z
      .array(
        z.object({
          status: z.union([z.literal(201), z.literal(400), z.literal(404), z.literal(422)]),
          replayed: z.boolean(),
          personLog: z.nullable(PersonLogCreated),
          problem: z.nullable(Problem),
        }),
      )
      .check(z.maxLength(mostWrites)),
  })
  .check(z.meta({ id: 'PersonLogBatchResult' }));
export type PersonLogBatchResult = z.infer<typeof PersonLogBatchResult>;

export const PersonLogListQuery = z.object({ ...listQuery, ...logFilters });
export const PersonLogList = listOf(PersonLog, 'PersonLogList');
export type PersonLogList = z.infer<typeof PersonLogList>;
