import { findCustomerData } from '../../../contract/guard/find.ts';

const shortest = 3;

/** What is wrong with a reason, as a sentence; undefined where nothing is. */
export function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < shortest) return 'Please say in a few words why it cannot wait.';
  if (findCustomerData(reason).length > 0) return 'The reason must not hold customer data.';
  return undefined;
}
