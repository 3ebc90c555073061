import * as z from 'zod/mini';
import { type Store, stores } from './access.ts';

/** Why an employee should not be chosen at a store today: `salesperson license expired`. */
export const staffProblem = z.object({
  store: z.enum(stores),
  reason: z.string(),
  /** It is refused, and not only warned of. */
  isRefused: z.boolean(),
});
export type StaffProblem = z.output<typeof staffProblem>;

/** Absent where there are none. */
export const staffProblems = z.optional(z.array(staffProblem));

export const problemAt = (
  employee: { problems?: readonly StaffProblem[] | undefined } | undefined,
  store: Store | undefined,
): StaffProblem | undefined => employee?.problems?.find((one) => one.store === store);
