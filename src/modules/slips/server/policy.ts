import type { SlipRow } from './tables.ts';

type Facts = Pick<
  SlipRow,
  'author_id' | 'recipient_ids' | 'expires_at' | 'revoked_at' | 'destroyed_at'
>;

/** Whether it is for this reader of the conversation; moderating gives no right to the content. */
export function isFor({ author_id, recipient_ids }: Facts, userId: number): boolean {
  return recipient_ids === null || author_id === userId || recipient_ids.includes(userId);
}

/** Why no one can open it any longer; null while someone can. */
export function reasonOver(slip: Facts, now: Date): string | null {
  if (slip.revoked_at !== null) return 'This slip was revoked.';
  if (slip.expires_at <= now || slip.destroyed_at !== null) return 'This slip has expired.';
  return null;
}

export const reasonOthers = 'This slip is for other people.';
export const reasonOnce = 'You’ve already opened this slip. It opens once per person.';
