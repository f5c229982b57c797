import * as z from 'zod/mini';

/** A parameter that may be given several times. */
export type Several<T extends z.ZodMiniType> = z.ZodMiniOptional<
  z.ZodMiniPipe<z.ZodMiniTransform<unknown[], unknown>, z.ZodMiniArray<T>>
>;

const isGiven = (value: unknown) => value !== '' && value !== undefined;

/** One value, or up to `most`. Empty values are ignored. */
const values = <T extends z.ZodMiniType>(schema: T, most: number, least: 0 | 1) =>
  z.pipe(
    z.transform((given: unknown) => [given].flat().filter(isGiven)),
    z.array(schema).check(
      z.refine((values) => values.length <= most, {
        error: `must have at most ${most} values`,
        params: { code: 'too_large' },
      }),
      z.refine((values) => values.length >= least, {
        error: 'This field is required.',
        params: { code: 'required' },
      }),
      z.meta({ maxItems: most, ...(least > 0 && { minItems: least }) }),
    ),
  );

const style = { param: { style: 'form', explode: true } } as const;

/** A parameter that takes one value, or up to `most`. Empty values are ignored. */
export const several = <T extends z.ZodMiniType>(schema: T, most: number, description: string): Several<T> =>
  z.optional(values(schema, most, 0)).check(z.meta({ description, ...style }));

/** As `several`, but at least one value must be given. */
export const atLeastOne = <T extends z.ZodMiniType>(schema: T, most: number, description: string) =>
  values(schema, most, 1).check(z.meta({ description, ...style }));
