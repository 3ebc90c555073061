import { atClock, fromInput } from '../../../../platform/web/time/inputs.ts';
import {
  type Audience,
  everyone,
  type Kind,
  textMaxLength,
  titleMaxLength,
} from '../../contract.ts';

export const dueChoices = ['hour', 'hours', 'today', 'day', 'days', 'time'] as const;
export type DueChoice = (typeof dueChoices)[number];

export const dueNames: Record<DueChoice, string> = {
  hour: 'In 1 hour',
  hours: 'In 4 hours',
  today: 'By the end of today',
  day: 'In 24 hours',
  days: 'In 3 days',
  time: 'Custom date and time…',
};

export interface NoticeForm {
  kind: Kind | '';
  title: string;
  text: string;
  audience: Audience;
  due: DueChoice;
  /** The value of a `datetime-local` field, in the group's time zone. */
  time: string;
}

export type NoticeErrors = Partial<Record<'kind' | 'title' | 'text' | 'time', string>>;

export const blankForm = (): NoticeForm => ({
  kind: '',
  title: '',
  text: '',
  audience: everyone,
  due: 'hours',
  time: '',
});

const hourMs = 3_600_000;
const hours = { hour: 1, hours: 4, day: 24, days: 72 };

/** The due time from now; null without a valid time. */
export function dueOf({ due, time }: Pick<NoticeForm, 'due' | 'time'>, now: Date): Date | null {
  if (due === 'today') return atClock(now, 0, '23:59');
  return due === 'time' ? fromInput(time) : new Date(now.getTime() + hours[due] * hourMs);
}

export function checkForm(form: NoticeForm, now: Date): NoticeErrors {
  const errors: NoticeErrors = {};
  if (!form.kind) errors.kind = 'Choose a kind';
  if (!form.title.trim()) errors.title = 'Enter a title';
  else if (form.title.length > titleMaxLength) errors.title = 'At most 200 characters';
  if (!form.text.trim()) errors.text = 'Enter the text';
  else if (form.text.length > textMaxLength) errors.text = 'At most 4,000 characters';
  const time = checkDue(form, now);
  return time ? { ...errors, time } : errors;
}

export function checkDue(form: Pick<NoticeForm, 'due' | 'time'>, now: Date): string | undefined {
  const due = dueOf(form, now);
  if (!due) return 'Choose a date and time';
  return due.getTime() - now.getTime() < 60_000 ? 'Choose a time in the future' : undefined;
}
