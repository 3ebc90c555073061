import { atClock, fromInputs, toInputs } from '../../../../platform/web/time/inputs.ts';
import { zoneMark } from '../../../../platform/web/time/zoneWords.ts';
import type { Kind } from '../../contract.ts';

export type DueChoice = 'none' | '15' | '60' | '240' | 'day' | 'exact';

/** A request as it is being filled in. */
export interface RequestForm {
  kind: Kind;
  ownerId: number | null;
  due: DueChoice;
  /** The two values of native date and time inputs. */
  date: string;
  time: string;
  /** The time it has already, which may be over. */
  held: string | null;
}

export const blankForm = (now: Date): RequestForm => ({
  kind: 'price_approval',
  ownerId: null,
  due: '60',
  held: null,
  ...toInputs(inMinutes(now, 60)),
});

export const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

const closing = '18:00';

/** When the stores close; of an evening, when they close tomorrow. */
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
    { value: 'exact', label: 'At a date and time' },
    { value: 'none', label: 'No time' },
  ];
}

/** The moment the form means; null: none. Undefined where what was entered makes no time. */
export function dueAtOf(
  { due, date, time, held }: RequestForm,
  now: Date,
): string | null | undefined {
  if (due === 'none') return null;
  if (due === 'day') return endOfDay(now).at.toISOString();
  if (due !== 'exact') return inMinutes(now, Number(due)).toISOString();
  // The fields have no seconds: untouched they mean what is so.
  const shown = held && toInputs(held);
  if (shown && shown.date === date && shown.time === time) return held;
  return fromInputs(date, time)?.toISOString();
}

/** What is wrong with the time, in words; empty where nothing is. */
export function dueProblem(form: RequestForm, now: Date): string {
  const dueAt = dueAtOf(form, now);
  if (dueAt === undefined) return 'Please choose a date and a time.';
  if (dueAt === form.held) return '';
  return dueAt !== null && Date.parse(dueAt) <= now.getTime()
    ? 'Please choose a time to come.'
    : '';
}
