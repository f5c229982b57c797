import * as z from 'zod';
import { listOf, listQuery } from '../http/list-query.ts';
import { Problem } from '../http/problem.ts';
import { email, id, idInput, linkedinProfileUrl, name, phoneNumber } from '../http/schemas.ts';
import { logCreatedFields, logFields, logFilters, logInput } from '../logs/schemas.ts';

export const PersonLog = z
  .object({ personId: id('person'), personLogId: id('person_log'), ...logFields })
  .meta({ id: 'PersonLog' });
export type PersonLog = z.infer<typeof PersonLog>;

export const PersonLogCreate = z
  .strictObject({
    ...logInput,
    personId: idInput().optional(),
    email: email.optional(),
    phoneNumber: phoneNumber.optional(),
    linkedinProfileUrl: linkedinProfileUrl.optional(),
    name: name.optional(),
  })
  .meta({ id: 'PersonLogCreate' });
export type PersonLogCreate = z.infer<typeof PersonLogCreate>;

export const PersonLogCreated = z
  .object({
    personId: id('person'),
    personLogId: id('person_log'),
    createdPerson: z.boolean(),
    ...logCreatedFields,
  })
  .meta({ id: 'PersonLogCreated' });
export type PersonLogCreated = z.infer<typeof PersonLogCreated>;

export const PersonLogBatch = z
  .strictObject({
    writes: z
      .array(PersonLogCreate)
      .min(1, 'must have at least 1 write')
      .max(100, 'must have at most 100 writes'),
  })
  .meta({ id: 'PersonLogBatch' });

export const PersonLogBatchResult = z
  .object({
    results: z
      .array(
        z.object({
          status: z.union([z.literal(201), z.literal(404), z.literal(422)]),
          replayed: z.boolean(),
          personLog: PersonLogCreated.nullable(),
          problem: Problem.nullable(),
        }),
      )
      .max(100),
  })
  .meta({ id: 'PersonLogBatchResult' });
export type PersonLogBatchResult = z.infer<typeof PersonLogBatchResult>;

export const PersonLogListQuery = z.object({ ...listQuery, ...logFilters });
export const PersonLogList = listOf(PersonLog, 'PersonLogList');
export type PersonLogList = z.infer<typeof PersonLogList>;
