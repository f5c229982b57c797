import * as z from 'zod';
import { Metadata } from '../pages/metadata-schemas.ts';

const override = (max: number) => z.string().max(max).nullable();

/** The content that a website shows to a visitor: see content.ts. */
export const Content = z
  .object({
    title: z.string().max(255),
    url: z.string().max(2048),
    metadata: Metadata,
    actionFormId: override(255),
    actionFormInstructions: override(10_000),
    actionUrl: override(2048),
    supplementaryContext: override(10_000),
  })
  .meta({ id: 'Content' });
export type Content = z.infer<typeof Content>;
