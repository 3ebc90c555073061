import type { Store } from '../../../../platform/contract/access.ts';
import type { ReconLimits } from '../../contract/recon/limits.ts';
import type { LimitedStage } from '../../contract/recon/stages.ts';
import { lastingOf } from '../format.ts';

const hourMs = 3_600_000;
type Limits = readonly ReconLimits[];

/** How long a car of this store should stay in a stage. */
export const limitMsOf = (limits: Limits, store: Store, stage: LimitedStage): number =>
  (limits.find((one) => one.store === store)?.hours[stage] ?? Number.POSITIVE_INFINITY) * hourMs;

/** `limit 1 d`, or from the shortest to the longest where the stores differ; nothing where none is shown. */
export function limitLabel(limits: Limits, stage: LimitedStage): string {
  const [first, ...others] = [...new Set(limits.map(({ hours }) => hours[stage]))]
    .toSorted((a, b) => a - b)
    .map((hours) => lastingOf(hours * hourMs));
  if (first === undefined) return '';
  const last = others.at(-1);
  return last === undefined ? `limit ${first}` : `limit ${first} to ${last}`;
}
