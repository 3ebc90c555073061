import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { employeeFileChanged } from '../../../employees/web/public.ts';
import { userDeleted, userUpdated } from '../../../people/contract.ts';
import { type Choices, getChoices, onboardingChanged } from '../../contract.ts';

/** The key of all queries of this module. */
export const queries = 'onboarding';
/** Of accounts and files, too: a list says how the account is, and has the day that is in the file. */
export const live = {
  queries,
  events: [onboardingChanged, employeeFileChanged, userUpdated, userDeleted],
} as const;

const noChoices: Choices = {
  stores: [],
  may: { start: false, see: false },
  staff: [],
  employees: [],
  today: '',
};

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

export const runHref = (runId: number) => `/hr/onboarding?run=${runId}`;
