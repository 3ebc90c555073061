import { messageMaxLength } from '../../../contract.ts';

/** How many characters a message still takes; negative once it is too long. */
export function roomLeft(text: string): number {
  return messageMaxLength - text.trim().length;
}
