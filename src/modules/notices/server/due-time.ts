import { invalid } from '../../../platform/server/errors.ts';

const soonestMs = 60_000;
const latestMs = 366 * 24 * 60 * 60 * 1_000;

/** Throws 400 unless it is between a minute and a year ahead. */
export function dueTimeOf(text: string, now: Date): Date {
  const time = new Date(text);
  const ahead = time.getTime() - now.getTime();
  if (ahead >= soonestMs && ahead <= latestMs) return time;
  const problem = `Choose a time ${ahead < soonestMs ? 'in the future' : 'within a year'}.`;
  throw invalid(problem, { dueAt: problem });
}

/** Halfway between `now` and the due time. */
export function halfOf(now: Date, dueAt: Date): Date {
  return new Date((now.getTime() + dueAt.getTime()) / 2);
}
