import type { Store } from '../../../../platform/contract/access.ts';
import type { ReconLimits } from '../../contract/recon/limits.ts';
import type { LimitedStage } from '../../contract/recon/stages.ts';
import { durationLabel } from '../state/labels.ts';

const hourMs = 3_600_000;
type Limits = readonly ReconLimits[];

/** The limit of a stage at this store. */
export const limitMsOf = (limits: Limits, store: Store, stage: LimitedStage): number =>
  (limits.find((one) => one.store === store)?.hours[stage] ?? Number.POSITIVE_INFINITY) * hourMs;

/** `limit 1 d`, or a range if the stores differ; empty without limits. */
export function limitLabel(limits: Limits, stage: LimitedStage): string {
  const [first, ...others] = [...new Set(limits.map(({ hours }) => hours[stage]))]
    .toSorted((a, b) => a - b)
    .map((hours) => durationLabel(hours * hourMs));
  if (first === undefined) return '';
  const last = others.at(-1);
  return last === undefined ? `limit ${first}` : `limit ${first} to ${last}`;
}
