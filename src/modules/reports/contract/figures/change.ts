import type { Measure } from '../report.ts';
import { figureOf } from './format.ts';

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** `+12.4%`; points for a share; the difference itself when a percentage would be meaningless. */
  figure: string;
  /** Null when neither direction is good. */
  isGood: boolean | null;
}

type ComparedMeasure = Pick<Measure, 'unit' | 'better'>;
type Value = number | null | undefined;

/** Compares two figures; null when either is unknown. */
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

/** Null when the displayed values would be the same. */
function sizeOf(unit: Measure['unit'], now: number, before: number): string | null {
  const difference = Math.abs(now - before);
  if (unit === 'share') return format(difference * 100, 'pts');
  // No percentage of zero or of a loss.
  if (before <= 0) return difference === 0 ? null : figureOf(unit, difference);
  return format((difference / before) * 100, '%');
}

function format(value: number, sign: '%' | 'pts'): string | null {
  const rounded = Math.round(value * 10) / 10;
  if (rounded === 0) return null;
  const text = rounded.toLocaleString('en-US', { maximumFractionDigits: rounded >= 1000 ? 0 : 1 });
  return sign === '%' ? `${text}%` : `${text} pts`;
}

/** In words, so that color is not the only signal. */
export const verdictOf = ({ isGood }: Change): string =>
  isGood === null ? '' : isGood ? 'better' : 'worse';
