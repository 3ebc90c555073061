/** Whom the words for many reach in a channel. */
export interface Audience {
  /** Two people or oneself: there is nobody beside them to call. */
  isPersonal: boolean;
  has(userId: number): boolean;
  /** The others in the channel; null while not known. */
  everybody: number | null;
  present: number | null;
  onDuty: number | null;
}

export interface AudienceWord {
  word: 'channel' | 'here' | 'on-duty';
  meaning(audience: Audience): string;
}

export const audiences: readonly AudienceWord[] = [
  { word: 'channel', meaning: ({ everybody }) => `Everybody here${reach(everybody)}` },
  { word: 'here', meaning: ({ present }) => `Online now${reach(present)}` },
  { word: 'on-duty', meaning: ({ onDuty }) => `On duty now${reach(onDuty)}` },
];

/** From here on it is worth a word before everybody is called. */
const many = 20;

/** How many people a text would notify at once; null where that is not many. */
export function callsMany(text: string, audience: Audience): number | null {
  const count = calls(text, 'channel')
    ? audience.everybody
    : calls(text, 'here')
      ? audience.present
      : null;
  return count !== null && count > many ? count : null;
}

/** Whether a text calls everybody, or everybody present. */
export function callsEverybody(text: string): boolean {
  return calls(text, 'channel') || calls(text, 'here');
}

function calls(text: string, word: string): boolean {
  // Bounded: a fixed word.
  return text.includes(`@${word}`) && new RegExp(`(?<![\\w.@-])@${word}(?![\\w-])`).test(text);
}

function reach(count: number | null): string {
  return count === null ? '' : ` · ${count} ${count === 1 ? 'person' : 'people'}`;
}
