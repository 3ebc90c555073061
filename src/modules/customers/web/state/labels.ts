import { dateText, exactTime } from '../../../../platform/web/time/moments.ts';
import { agoText } from '../../../../platform/web/time/relativeTime.ts';
import type { Channel, Topic } from '../../contract/fields.ts';

export const channelNames: Record<Channel, string> = {
  call: 'Calls',
  text: 'Texts',
  email: 'Email',
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

export const optionsOf = <V extends string>(names: Record<V, string>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));

export const momentOf = exactTime;
export const dateOf = dateText;
export const agoOf = agoText;
