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

const closingHour = 18;

/** When the stores close; of an evening, when they close tomorrow. */
export function endOfDay(now: Date): { label: string; at: Date } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const today = new Date(year, month, day, closingHour);
  return now < today
    ? { label: 'End of day (6:00 PM)', at: today }
    : { label: 'End of tomorrow (6:00 PM)', at: new Date(year, month, day + 1, closingHour) };
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
  const shown = held && toInputs(new Date(held));
  if (shown && shown.date === date && shown.time === time) return held;
  const at = new Date(`${date}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
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

export function toInputs(at: Date): Pick<RequestForm, 'date' | 'time'> {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}
