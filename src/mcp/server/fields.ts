import { omit } from 'es-toolkit/object';
import * as z from 'zod/mini';
import { PageAnalyticsList } from '../../analytics/schemas.ts';
import { modelFigures } from '../../vocabulary/measures.ts';

// How the answer of a tool is made from that of the API: a model pays for each field, so these are few.

type Shape = z.core.$ZodShape;

/** Whether a member of an object may be left out. */
export const isOptional = (schema: z.core.$ZodType | undefined) => schema?._zod.optin !== undefined;

/** The schema of an object with only these fields of another one. */
export const fields = <T extends Shape, Name extends keyof T>(
  { shape }: z.ZodMiniObject<T>,
  names: readonly Name[],
) => z.object(Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<T, Name>);

/** What visits did: of all of a range, or of a part of it. One schema, so that each tool has it once. */
export const total = fields(PageAnalyticsList.shape.total, modelFigures).check(
  z.meta({ id: 'VisitFigures' }),
);

/** Members of answers that only parameters add which tools do not take. */
const ofAdditions = ['steps', 'compared', 'comparedTotal'] as const;

/** The schema of a list whose items have only these fields, and `added`. */
export const items = <
  Item extends Shape,
  T extends Shape & { items: z.ZodMiniArray<z.ZodMiniObject<Item>> },
  Name extends keyof Item,
>(
  { shape }: z.ZodMiniObject<T>,
  names: readonly Name[],
  added: Shape = {},
) =>
  z.object({
    ...(omit(shape, ofAdditions) as Omit<T, (typeof ofAdditions)[number]>),
    ...('unlisted' in shape ? { unlisted: z.nullable(total) } : {}),
    ...('total' in shape ? { total: isOptional(shape.total) ? z.optional(total) : total } : {}),
    items: z.array(z.object({ ...fields(shape.items.def.element, names).shape, ...added })),
  });

/** A name that `withNames` adds. */
export const name = z.optional(z.string());
