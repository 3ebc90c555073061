import type { Person, User } from '../../../people/contract.ts';

/** A row of the list: the full record with user management, the public fields without. */
export type UserRow = Person & Partial<Omit<User, keyof Person>>;

export function isFullUser(row: UserRow): row is User {
  return row.version !== undefined;
}
