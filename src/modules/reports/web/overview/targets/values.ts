import type { Store } from '../../../../../platform/contract/access.ts';
import type { ReplyOf } from '../../../../../platform/contract/endpoint.ts';
import { type listTargets, targetMax } from '../../../contract/plans.ts';
import type { Measure, Unit } from '../../../contract/report.ts';

export type TargetList = ReplyOf<typeof listTargets>;
export type Targeted = TargetList['measures'][number];

/** The edited fields, by cell. */
export type Typed = Readonly<Record<string, string>>;

/** What is left to save after `sent` was: what failed, and what was typed meanwhile. */
export const unsavedOf = (
  now: Typed,
  { sent, failures }: { sent: Typed; failures: Typed },
): Typed =>
  Object.fromEntries(
    Object.entries(now).filter(([key, text]) => failures[key] !== undefined || text !== sent[key]),
  );

export const cellOf = (store: Store, { report, measure }: { report: string; measure: string }) =>
  `${store} ${report} ${measure}`;

/** As typed in a field: dollars for cents, otherwise a plain number. */
export function typedOf(unit: Unit, value: number | undefined): string {
  if (value === undefined) return '';
  const plain = unit === 'cents' ? value / 100 : value;
  return plain.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** The stored value of a typed target; null when empty, undefined when invalid. */
export function targetOf(unit: Unit, typed: string): number | null | undefined {
  const plain = typed.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) return undefined;
  const value = unit === 'cents' ? Math.round(Number(plain) * 100) : Number(plain);
  return Number.isInteger(value) && value <= targetMax ? value : undefined;
}

export const wrongSentence = ({ unit }: Pick<Measure, 'unit'>): string =>
  unit === 'cents' ? 'Enter up to $10,000,000.' : 'Enter a whole number.';
