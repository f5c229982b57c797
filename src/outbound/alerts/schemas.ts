import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { timeZone } from '../../http/date-range.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { author, broken, id, idInput, nameUpTo, textUpTo, timestamp } from '../../http/schemas.ts';
import {
  alertTypes,
  type AlertCondition as Condition,
  type ConditionField,
  conditions,
  fieldsOf,
  mostSubjects,
} from '../../vocabulary/conditions.ts';

const longestName = 200;
const longestZone = 64;
const longestId = 255;

const wholeNumber = (most: number) => {
  const rule = `must be a whole number from 1 to ${most}`;
  return z.int(rule).check(z.minimum(1, rule), z.maximum(most, rule), z.meta({ format: 'int32' }));
};

/** The schema of a field. What may be left out of a request has its usual value. */
function schemaOf(field: ConditionField, of: 'request' | 'answer'): z.ZodMiniType {
  const id = of === 'request' ? idInput() : textUpTo(longestId);
  const usually = <Schema extends z.ZodMiniType>(schema: Schema, usual: unknown) =>
    of === 'request' && usual !== undefined ? z._default(schema, usual as never) : schema;
  switch (field.is) {
    case 'some':
      return usually(z.nullable(z.array(id).check(z.minLength(1), z.maxLength(mostSubjects))), null);
    case 'count':
      return usually(wholeNumber(field.most), field.usual);
    case 'choice':
      return usually(z.enum(Object.keys(field.words)), field.usual);
    case 'page':
      return id;
    case 'any page':
      return usually(z.nullable(id), null);
  }
}

/** The conditions of all types: of a request with nothing else in them. */
function conditionIn(of: 'request' | 'answer') {
  const members = alertTypes.map((type) => {
    const fields = fieldsOf(type).map(([name, field]) => {
      const schema = schemaOf(field, of);
      return [name, field.text ? described(schema, field.text) : schema];
    });
    const shape: Record<string, z.ZodMiniType> = { type: z.literal(type), ...Object.fromEntries(fields) };
    const object = of === 'request' ? z.strictObject(shape) : z.object(shape);
    return described(object, conditions[type].text);
  });
  return z.discriminatedUnion('type', members as never) as unknown as z.ZodMiniType<Condition>;
}

const names = new Set<string>(alertTypes.flatMap(fieldsOf).map(([name]) => name));

type Issues = z.core.ParsePayload['issues'];

/** What is wrong with a condition: a field of another type is refused as such, and so is null for one that is needed. */
const toldApart = (issues: Issues): Issues =>
  issues.flatMap((issue): Issues => {
    const { path = [], input } = issue;
    if (issue.code === 'invalid_type' && input === null && path.length === 1)
      return [{ ...broken(path, 'This field is required.', 'required'), input }];
    if (issue.code !== 'unrecognized_keys') return [issue];
    const refusal = `must not be given with ${(input as unknown as Condition).type}`;
    const unknown = issue.keys.filter((key) => !names.has(key));
    return [
      ...issue.keys
        .filter((key) => names.has(key))
        .map((key) => ({ ...broken([key], refusal, 'not_allowed'), input: undefined })),
      ...(unknown.length > 0 ? [{ ...issue, keys: unknown }] : []),
    ];
  });

/** A condition in a request. */
export const AlertConditionInput = conditionIn('request').check(
  z.check(
    (payload) => {
      payload.issues = toldApart(payload.issues);
    },
    { when: () => true },
  ),
  z.meta({ id: 'AlertConditionInput' }),
);

export const AlertCondition = conditionIn('answer').check(z.meta({ id: 'AlertCondition' }));

export const Alert = object('Alert', {
  alertId: id('alert'),
  name: textUpTo(longestName),
  webhookId: textUpTo(longestId),
  timezone: textUpTo(longestZone),
  isEnabled: described(z.boolean(), 'Whether it fires. The deletion of its webhook switches it off.'),
  condition: AlertCondition,
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
  updatedBy,
});
export type Alert = z.infer<typeof Alert>;

export const AlertList = listOf(Alert, 'AlertList');

const settable = {
  name: nameUpTo(longestName),
  webhookId: described(idInput(), 'The webhook that it is sent to.'),
  timezone: timeZone,
  condition: AlertConditionInput,
};

export const AlertCreate = strictObject('AlertCreate', {
  ...settable,
  timezone: z._default(timeZone, 'UTC'),
});
export type AlertCreate = z.infer<typeof AlertCreate>;

/** An alert that is not saved. What it is called, and to whom it is sent, changes nothing in a preview. */
export const AlertPreviewInput = strictObject('AlertPreviewInput', {
  ...AlertCreate.shape,
  name: z.optional(settable.name),
  webhookId: z.optional(settable.webhookId),
});
export type AlertPreviewInput = z.infer<typeof AlertPreviewInput>;

export const AlertUpdate = strictObject('AlertUpdate', {
  name: z.optional(settable.name),
  webhookId: z.optional(settable.webhookId),
  timezone: z.optional(settable.timezone),
  condition: described(z.optional(settable.condition), 'The whole condition.'),
  isEnabled: described(
    z.optional(z.boolean()),
    'False switches it off. True switches it on: for what happens from then on.',
  ),
});
export type AlertUpdate = z.infer<typeof AlertUpdate>;

export const AlertDeleted = object('AlertDeleted', { alertId: id('alert'), deletedAt: timestamp });
