import type { PageLinkResolution } from './generated/types.gen.ts';

/**
 * What `resolvePageLink` answers if it is asked with this `visitor`, which is not checked: of an answer with all versions
 * of a running test, the version of the visitor's arm, and their unit. Without a visitor (`''`), the answer as it is, too. Without a test, the answer as it is.
 * docs/developers/experiments.md has the rule. Rejects with a TypeError where the platform has no WebCrypto.
 */
export async function chooseArm<Resolution extends PageLinkResolution>(
  resolution: Resolution,
  visitor: string,
): Promise<Resolution> {
  const { experimentId, arms } = resolution.experiment ?? {};
  if (experimentId === undefined || !arms || !visitor) return resolution;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${experimentId}:${visitor}`));
  const sum = arms.reduce((before, { weight }) => before + weight, 0);
  let left = Math.floor((new DataView(hash).getUint32(0) / 2 ** 32) * sum);
  const chosen = arms.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  if (!chosen) return resolution;
  const { weight, ...shown } = chosen;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash, 0, 8)));
  const unit = base64.slice(0, 11).replaceAll('+', '-').replaceAll('/', '_');
  return { ...resolution, ...shown, experiment: { experimentId, unit, arms: null } };
}
