import { findCustomerData } from '../../../contract/guard/find.ts';
import { urgentPerHour } from '../../../contract/messages/urgent.ts';

const shortest = 3;

export const whatUrgentDoes = `An urgent message reaches people in their quiet hours, pauses and time off. You can send ${urgentPerHour} in an hour.`;

/** What is wrong with a reason, as a sentence; undefined where nothing is. */
export function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < shortest) return 'Please say in a few words why it cannot wait.';
  if (findCustomerData(reason).length > 0) return 'The reason must not hold customer data.';
  return undefined;
}

/** As a message carries it, unless it can wait. */
export const urgentBy = (reason: string | null) =>
  reason === null ? null : { reason: reason.trim() };
