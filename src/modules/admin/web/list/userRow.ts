import type { Person, User } from '../../../people/contract.ts';

/** A row of the list: the whole record for those who manage people, the public part for who may only look. */
export type UserRow = Person & Partial<Omit<User, keyof Person>>;

export function isFullUser(row: UserRow): row is User {
  return row.version !== undefined;
}
