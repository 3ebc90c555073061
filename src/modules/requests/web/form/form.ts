import { atClock, fromInputs, toInputs } from '../../../../platform/web/time/inputs.ts';
import { zoneMark } from '../../../../platform/web/time/zoneLabels.ts';
import type { Kind } from '../../contract.ts';

export type DueChoice = 'none' | '15' | '60' | '240' | 'day' | 'exact';

export interface RequestValues {
  /** Of a new message. */
  content: string;
  kind: Kind;
  ownerId: number | null;
  due: DueChoice;
  /** The two values of native date and time inputs. */
  date: string;
  time: string;
  /** The current due time, which may be past. */
  existingDueAt: string | null;
}

export const blankForm = (now: Date): RequestValues => ({
  content: '',
  kind: 'price_approval',
  ownerId: null,
  due: '60',
  existingDueAt: null,
  ...toInputs(inMinutes(now, 60)),
});

export const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

const closing = '18:00';

/** When the stores close today; in the evening, when they close tomorrow. */
export function endOfDay(now: Date): { label: string; at: Date } {
  const today = atClock(now, 0, closing);
  const at = now < today ? today : atClock(now, 1, closing);
  const label = now < today ? 'End of day' : 'End of tomorrow';
  return { label: `${label} (6:00 PM${zoneMark(at)})`, at };
}

export function dueChoices(now: Date): { value: DueChoice; label: string }[] {
  return [
    { value: '15', label: 'In 15 minutes' },
    { value: '60', label: 'In 1 hour' },
    { value: '240', label: 'In 4 hours' },
    { value: 'day', label: endOfDay(now).label },
    { value: 'exact', label: 'Custom date and time' },
    { value: 'none', label: 'No due time' },
  ];
}

/** The due time of the form; null: none. Undefined if the input is not a valid time. */
export function dueAtOf(
  { due, date, time, existingDueAt }: RequestValues,
  now: Date,
): string | null | undefined {
  if (due === 'none') return null;
  if (due === 'day') return endOfDay(now).at.toISOString();
  if (due !== 'exact') return inMinutes(now, Number(due)).toISOString();
  // The fields have no seconds: if untouched, the existing time stays exactly.
  const shown = existingDueAt && toInputs(existingDueAt);
  if (shown && shown.date === date && shown.time === time) return existingDueAt;
  return fromInputs(date, time)?.toISOString();
}

/** The error message for the time; empty if it is valid. */
export function dueProblem(form: RequestValues, now: Date): string {
  const dueAt = dueAtOf(form, now);
  if (dueAt === undefined) return 'Choose a date and time.';
  if (dueAt === form.existingDueAt) return '';
  return dueAt !== null && Date.parse(dueAt) <= now.getTime() ? 'Choose a time in the future.' : '';
}
