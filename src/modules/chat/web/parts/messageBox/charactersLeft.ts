import { messageMaxLength } from '../../../contract.ts';

/** How many characters are left; negative if the message is too long. */
export function charactersLeft(text: string): number {
  return messageMaxLength - text.trim().length;
}

/** The remaining length as text, once the message is nearly full. */
export function charactersLeftSentence(left: number): string {
  if (left > nearlyFull) return '';
  if (left >= 0) return `${characters(left)} left`;
  return `Too long by ${characters(-left)}. The limit is ${messageMaxLength.toLocaleString('en')}.`;
}

/** Show the remaining length from here on. */
const nearlyFull = 1_000;

const characters = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`;
