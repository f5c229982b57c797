import type { AudienceVersion, Experiment, ExperimentArm, Page } from '@footfall/client';
import type { QueryState } from '../../data/query.ts';
import { go, here, type Query } from '../../nav/router.ts';
import type { Tests } from '../experiments/data.ts';
import type { Loaded } from './data.ts';
import { type FieldId, firstFields, fixedFields, nameField } from './fields.ts';
import type { AudienceActions } from './use-actions.ts';
import type { Draft } from './use-draft.ts';
import type { AudienceLinks } from './use-links.ts';
import type { Scheduled } from './use-versions.ts';
import type { Shown } from './words.ts';

/** Opens the form of the words, at a field. The address keeps it. */
export const startEditing = (field?: FieldId): void => go(here({ edit: field ?? '1' }));

/** Closes the form of the words. */
export const stopEditing = (): void => go(here({ edit: undefined }));

/** The field that the form was opened at: the first one if the address names none. */
export function fieldIn({ edit }: Query, page: Page): FieldId {
  const first = firstFields(page);
  const wanted = [nameField, ...first, ...fixedFields].find(({ id }) => id === edit);
  return (wanted ?? first[0])?.id ?? 'title';
}

/** A version whose words are wanted again. One that was never published has its context only. */
export interface Wanted {
  version: AudienceVersion;
  shown: Shown | undefined;
}

/** What the reader is asked about in a dialog. */
export type Asked =
  /** A later time is offered, and not now, if it `isLater`. */
  | { what: 'publish'; loaded: Loaded; isLater?: boolean }
  /** The words of this version are published again. */
  | { what: 'roll back'; to: AudienceVersion }
  /** The draft is discarded. */
  | { what: 'discard' }
  | { what: 'use again'; wanted: Wanted }
  /** The next words are tested against those that are live. */
  | { what: 'test' }
  /** The content of a version in a test is shown. */
  | { what: 'arm'; test: Experiment; arm: ExperimentArm }
  /** A test ends: a version is published, or none. */
  | { what: 'end test'; test: Experiment; version: ExperimentArm | undefined }
  /** The audience is archived, which ends its test. */
  | { what: 'archive' };

/** What the parts of the screen of an audience share. */
export interface AudienceScreenState {
  loaded: Loaded;
  draft: Draft;
  /** The words of the published version, or of the page. */
  live: QueryState<Shown>;
  /** The words that come next. */
  next: Shown;
  /** The versions that wait for their time. */
  scheduled: Scheduled;
  /** The tests of its versions, once they are known. */
  tests: Tests | undefined;
  /** Whether nobody knows yet that a version is in a test: then nothing is said of drafts. */
  isTestUnknown: boolean;
  /** The links that lead there. */
  links: AudienceLinks;
  actions: AudienceActions;
  mayWrite: boolean;
  /** Nothing of an archived audience is edited. */
  mayEdit: boolean;
  /** What comes next may be tested against what is live, once it differs. */
  mayTest: boolean;
  /** The form of the words is open. */
  isEditing: boolean;
  /** Opens a dialog, or closes it. */
  ask: (asked: Asked | undefined) => void;
  /** A dialog has done what it asked for. */
  end: () => void;
}

/** A part of the screen. */
export interface PartProps {
  screen: AudienceScreenState;
}

/** A dialog, which is opened once it is known what visitors get now. */
export interface DialogPartProps extends PartProps {
  live: Shown;
}
