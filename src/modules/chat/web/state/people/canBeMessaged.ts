import type { Person } from '../../../../people/contract.ts';

/** The platform administrator's fail-safe account, which the chat hides. */
export const isHidden = ({ username }: Pick<Person, 'username'>): boolean => username === 'admin';

/** Whether someone can be messaged and mentioned: active, and neither a bot nor hidden. */
export const canBeMessaged = (
  person: Pick<Person, 'username' | 'isActive' | 'protection'>,
): boolean => person.isActive && person.protection !== 'system_bot' && !isHidden(person);
