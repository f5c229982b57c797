import * as z from 'zod';
import { limitOverride, listOf, listQuery } from '../http/list-query.ts';
import { optionalNamePattern } from '../http/patterns.ts';
import { actionUrl, clearable, count, id, idInput, multilineText, text, timestamp } from '../http/schemas.ts';
import { Metadata, MetadataUpdate } from '../pages/metadata-schemas.ts';
import { type ClientAction, clientActions, versionStatuses } from './lifecycle.ts';

const status = z.enum(versionStatuses);
const override = (max: number) => z.string().max(max).nullable();
const supplementaryContext = override(10_000);

export const AudienceVersion = z
  .object({
    versionId: id('version'),
    audienceId: id('audience'),
    versionNumber: z.int().min(1).meta({ format: 'int64' }),
    status,
    isNewPageAgent: z.boolean().meta({
      description: 'Whether the audience had nothing published when this version was opened.',
    }),
    supplementaryContext,
    createdAt: timestamp,
    becameDraftAt: timestamp.nullable(),
    queuedAt: timestamp.nullable(),
    queueDurationMs: count.nullable().meta({ description: 'From queuedAt to the start of processing.' }),
    publishedAt: timestamp.nullable(),
    cancelledAt: timestamp.nullable(),
    obsoleteAt: timestamp.nullable(),
    archivedAt: timestamp.nullable(),
    cancelReason: z.string().max(1000).nullable().meta({
      description: 'Why the service cancelled it; null when a client did. An addition.',
    }),
    allowedActions: z
      .array(z.enum(clientActions as [ClientAction, ...ClientAction[]]))
      .max(clientActions.length)
      .meta({ description: 'What may be done with it now. An addition.' }),
  })
  .meta({ id: 'AudienceVersion' });
export type AudienceVersion = z.infer<typeof AudienceVersion>;

export const Audience = z
  .object({
    audienceId: id('audience'),
    pageId: id('page'),
    personId: id('person').nullable(),
    personRouteKey: z.string().max(100).nullable().meta({ description: "The person's slug." }),
    computedName: z.string().max(255),
    customName: override(255),
    effectiveName: z.string().max(255),
    isNewPageAgent: z.boolean(),
    status,
    actionFormIdOverride: override(255),
    actionFormInstructionsOverride: override(5000),
    actionUrlOverride: override(2048),
    supplementaryContext,
    archivedAt: timestamp.nullable(),
    createdAt: timestamp,
    latestVersion: AudienceVersion,
    publishedVersion: AudienceVersion.nullable(),
    effectiveMetadata: Metadata,
    metadataOverride: Metadata,
  })
  .meta({ id: 'Audience' });
export type Audience = z.infer<typeof Audience>;

const settable = {
  actionFormIdOverride: clearable(text(0, 255)),
  actionFormInstructionsOverride: clearable(multilineText(0, 5000)),
  actionUrlOverride: clearable(actionUrl),
  customName: clearable(
    text(0, 255)
      .refine((value) => value === '' || value.trim() !== '', 'must not be blank')
      .meta({ maxLength: 255, pattern: optionalNamePattern }),
  ),
  metadataOverride: MetadataUpdate.nullable().optional().meta({
    description: 'Merged per field; null clears all.',
  }),
  supplementaryContext: clearable(multilineText(0, 10_000)).meta({
    description: 'Changes the draft; opens the next one when the latest version is none.',
  }),
};

export const AudienceUpdate = z.strictObject(settable).meta({ id: 'AudienceUpdate' });
export type AudienceUpdate = z.infer<typeof AudienceUpdate>;

export const AudienceCreate = z
  .strictObject({
    ...settable,
    personId: idInput().nullable().optional().meta({
      description: 'For whom it is; a page has one audience for a person.',
    }),
    status: z.enum(['draft', 'pending']).default('draft').meta({
      description: '`pending` while its content is prepared elsewhere.',
    }),
  })
  .meta({ id: 'AudienceCreate' });
export type AudienceCreate = z.infer<typeof AudienceCreate>;

export const PublishRequest = z
  .strictObject({
    operationKey: text(1, 128)
      .optional()
      .meta({ description: 'Names this publish, so that a retry is known.' }),
  })
  .meta({ id: 'PublishRequest' });
export type PublishRequest = z.infer<typeof PublishRequest>;

/** The empty body of an action. */
export const Nothing = z.strictObject({}).meta({ id: 'Nothing' });

export const AudienceListQuery = z.object({
  ...listQuery,
  limit: listQuery.limit
    .removeDefault()
    .default(100)
    .meta({ override: limitOverride(100), description: 'Items a page.' }),
});

export const AudienceList = listOf(Audience, 'AudienceList');
export const AudienceVersionList = listOf(AudienceVersion, 'AudienceVersionList');
