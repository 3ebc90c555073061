/** Who @channel, @here and @on-duty reach in a channel. */
export interface Audience {
  /** A direct message or notes to self: group mentions make no sense. */
  isPersonal: boolean;
  has(userId: number): boolean;
  /** The number of others in the channel; null while unknown. */
  everyone: number | null;
  present: number | null;
  onDuty: number | null;
}

export interface AudienceWord {
  word: 'channel' | 'here' | 'on-duty';
  meaning(audience: Audience): string;
}

export const audiences: readonly AudienceWord[] = [
  { word: 'channel', meaning: ({ everyone }) => `Everyone in this channel${reach(everyone)}` },
  { word: 'here', meaning: ({ present }) => `Online now${reach(present)}` },
  { word: 'on-duty', meaning: ({ onDuty }) => `On duty now${reach(onDuty)}` },
];

/** Warn before notifying more people than this. */
const many = 20;

/** How many people a text would notify at once; null if not many. */
export function countNotified(text: string, audience: Audience): number | null {
  const count = hasMention(text, 'channel')
    ? audience.everyone
    : hasMention(text, 'here')
      ? audience.present
      : null;
  return count !== null && count > many ? count : null;
}

/** Whether a text contains @channel or @here. */
export function hasGroupMention(text: string): boolean {
  return hasMention(text, 'channel') || hasMention(text, 'here');
}

function hasMention(text: string, word: string): boolean {
  // Bounded: a fixed word.
  return text.includes(`@${word}`) && new RegExp(`(?<![\\w.@-])@${word}(?![\\w-])`).test(text);
}

function reach(count: number | null): string {
  return count === null ? '' : ` · ${count} ${count === 1 ? 'person' : 'people'}`;
}
