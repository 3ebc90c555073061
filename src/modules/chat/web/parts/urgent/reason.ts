import { findCustomerData } from '../../../../data-guard/contract.ts';
import { urgentPerHour } from '../../../contract/messages/urgent.ts';

const shortest = 3;

export const whatUrgentDoes = `Urgent messages notify people even during quiet hours, paused notifications and time off. You can send ${urgentPerHour} per hour.`;

/** The reason's error message; undefined if valid. */
export function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < shortest) return 'Enter a short reason why it can’t wait.';
  if (findCustomerData(reason).length > 0) return 'The reason can’t contain customer data.';
  return undefined;
}

/** In the shape of the contract; null if not urgent. */
export const urgentBy = (reason: string | null) =>
  reason === null ? null : { reason: reason.trim() };
