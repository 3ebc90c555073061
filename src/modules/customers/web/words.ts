import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { relativeTime } from '../../../platform/web/time/relativeTime.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import type { Channel, Topic } from '../contract/fields.ts';

export const channelNames: Record<Channel, string> = {
  call: 'Calls',
  text: 'Texts',
  email: 'E-mail',
  mail: 'Letters',
};
export const topicNames: Record<Topic, string> = {
  marketing: 'Marketing',
  service: 'Service reminders',
  survey: 'Surveys',
};
export const languageNames = {
  en: 'English',
  es: 'Spanish',
  vi: 'Vietnamese',
  zh: 'Chinese',
  ko: 'Korean',
  ar: 'Arabic',
  fr: 'French',
  de: 'German',
} as const;
export const phoneKindNames = { mobile: 'Mobile', home: 'Home', work: 'Work' } as const;

/** Options of a select, in the order of the words. */
export const optionsOf = <V extends string>(names: Record<V, string>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, known);
  return known;
}

/** `8:02 AM` */
export const timeOf = (at: string, timezone: string) =>
  format(timezone, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
/** `Nov 20, 2026, 8:02 AM` */
export const momentOf = (at: string, timezone: string) =>
  format(timezone, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
/** `Nov 20, 2026` */
export const dateOf = (at: string, timezone: string) =>
  format(timezone, { dateStyle: 'medium' }).format(new Date(at));

const weekMs = 7 * 86_400_000;
/** `yesterday`; the date once a week has passed. */
export const agoOf = (at: string, timezone: string) => {
  const then = new Date(at);
  const passed = Date.now() - then.getTime();
  return passed >= 0 && passed < weekMs ? relativeTime(then, new Date()) : dateOf(at, timezone);
};

export function toastFailure(error: unknown, title: string): void {
  toast({ variant: 'destructive', title, description: sentenceOf(error) });
}
