import type { Measure } from '../report.ts';
import { figureOf } from './format.ts';

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** `+12.4%`; points of a share; the difference itself where a percentage would say nothing. */
  figure: string;
  /** Null where neither way is. */
  isGood: boolean | null;
}

type ComparedMeasure = Pick<Measure, 'unit' | 'better'>;
type Value = number | null | undefined;

/** How a figure stands to another one; null where either is not known. */
export function changeOf(
  { unit, better }: ComparedMeasure,
  now: Value,
  before: Value,
): Change | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  const size = sizeOf(unit, now, before);
  if (size === null) return { direction: 'same', figure: 'no change', isGood: null };
  const direction = now > before ? 'up' : 'down';
  const isGood = better && (better === 'more') === (direction === 'up');
  return { direction, figure: `${direction === 'up' ? '+' : '−'}${size}`, isGood };
}

/** Null where they are the same as far as one says. */
function sizeOf(unit: Measure['unit'], now: number, before: number): string | null {
  const difference = Math.abs(now - before);
  if (unit === 'share') return shown(difference * 100, 'pts');
  // Of nothing, or of a loss, there is no percentage.
  if (before <= 0) return difference === 0 ? null : figureOf(unit, difference);
  return shown((difference / before) * 100, '%');
}

function shown(value: number, sign: '%' | 'pts'): string | null {
  const rounded = Math.round(value * 10) / 10;
  if (rounded === 0) return null;
  const said = rounded.toLocaleString('en-US', { maximumFractionDigits: rounded >= 1000 ? 0 : 1 });
  return sign === '%' ? `${said}%` : `${said} pts`;
}

/** The word for who does not tell colors apart. */
export const verdictOf = ({ isGood }: Change): string =>
  isGood === null ? '' : isGood ? 'better' : 'worse';
