import type { Person } from '../../../../people/contract.ts';

/** The platform administrator's fail-safe account, which the chat hides. */
export const isHidden = ({ username }: Person): boolean => username === 'admin';

/** Whether someone can be messaged and mentioned: active, and neither a bot nor hidden. */
export const canBeMessaged = (person: Person): boolean =>
  person.isActive && person.protection !== 'system_bot' && !isHidden(person);
