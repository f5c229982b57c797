import * as z from 'zod/mini';

/** A parameter that may be given several times. */
export type Several<T extends z.ZodMiniType> = z.ZodMiniOptional<
  z.ZodMiniPipe<z.ZodMiniTransform<unknown[], unknown>, z.ZodMiniArray<T>>
>;

/** A parameter that takes one value, or up to `most`. Empty values are left out. */
export const several = <T extends z.ZodMiniType>(schema: T, most: number, description: string): Several<T> =>
  z
    .optional(
      z.pipe(
        z.transform((given: unknown) => [given].flat().filter((value) => value !== '')),
        z.array(schema).check(
          z.refine((values) => values.length <= most, {
            error: `must have at most ${most} values`,
            params: { code: 'too_large' },
          }),
          z.meta({ maxItems: most }),
        ),
      ),
    )
    .check(z.meta({ description, param: { style: 'form', explode: true } }));
