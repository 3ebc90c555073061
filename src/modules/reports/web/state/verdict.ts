import type { Measure } from '../../contract/report.ts';

interface Goal {
  better: Measure['better'];
  value: number | null;
  target: number;
  pace: number | null;
  /** The month of the target is over. */
  isOver: boolean;
}

/** Whether a target is or will be reached. Null while nothing says so: without a value, or in a running month without a pace. */
export function verdictOf({ better, value, target, pace, isOver }: Goal) {
  const end = isOver ? value : pace;
  if (value === null || end === null) return null;
  const reaches = better === 'less' ? end <= target : end >= target;
  const texts = isOver ? (['reached', 'missed'] as const) : (['on pace', 'behind'] as const);
  return { reaches, text: reaches ? texts[0] : texts[1] };
}
