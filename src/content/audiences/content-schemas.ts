import * as z from 'zod/mini';
import { textUpTo } from '../../http/schemas.ts';
import { Metadata } from '../pages/metadata-schemas.ts';

const override = (max: number) => z.nullable(textUpTo(max));

/** The content that a website shows to a visitor. It names no person, so an erasure need not change it. */
export const Content = z
  .object({
    title: textUpTo(255),
    url: textUpTo(2048),
    metadata: Metadata,
    actionFormId: override(255),
    actionFormInstructions: override(10_000),
    actionUrl: override(2048),
    supplementaryContext: override(10_000),
  })
  .check(z.meta({ id: 'Content' }));
export type Content = z.infer<typeof Content>;
