import * as z from 'zod/mini';

type Shape = z.core.$ZodShape;

/** The schema of an object with only these fields of another one. */
export const fields = <T extends Shape, Name extends keyof T>(
  { shape }: z.ZodMiniObject<T>,
  names: readonly Name[],
) => z.object(Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<T, Name>);

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
    ...shape,
    items: z.array(z.object({ ...fields(shape.items.def.element, names).shape, ...added })),
  });
