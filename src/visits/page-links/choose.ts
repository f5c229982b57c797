import type { Tagged } from '../../lib/precondition.ts';
import { armAt, placeOf } from '../experiments/unit.ts';
import type { PageLinkResolution } from './resolve-schemas.ts';

/**
 * What a visitor gets of an answer: of a running test, the version of their arm. Without a visitor the arm is drawn, and all
 * arms stay in the answer.
 */
export function inArm<R extends Tagged<PageLinkResolution>>(resolved: R, visitor: string | undefined): R {
  const { value, etag } = resolved;
  const { experimentId, arms } = value.experiment ?? {};
  if (experimentId === undefined || !arms) return resolved;
  const weights = arms.map(({ weight }) => weight);
  const known = visitor === undefined ? undefined : placeOf(experimentId, visitor, weights);
  const place = known?.arm ?? armAt(Math.random(), weights);
  const arm = arms[place];
  if (!arm) throw new Error(`${experimentId} has no arm ${place}`);
  const { versionId, versionNumber, content } = arm;
  const experiment = { experimentId, unit: known?.unit ?? null, arms: known ? null : arms };
  const chosen = { ...value, versionId, versionNumber, content, experiment };
  return { ...resolved, value: chosen, etag: `${etag}.${place}` };
}
