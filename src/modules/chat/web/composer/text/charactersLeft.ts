import { messageMaxLength } from '../../../contract.ts';

/** How many characters a message still takes; negative once it is too long. */
export function charactersLeft(text: string): number {
  return messageMaxLength - text.trim().length;
}

/** What to say of the room there is, once it is of interest. */
export function charactersLeftSentence(left: number): string {
  if (left > nearlyFull) return '';
  if (left >= 0) return `${characters(left)} left`;
  return `Too long by ${characters(-left)}: a message holds ${messageMaxLength.toLocaleString('en')}.`;
}

/** From here on one is told how much room is left. */
const nearlyFull = 1_000;

const characters = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`;
