import { useQuery } from '@tanstack/react-query';
import { departments, stores } from '../../../../platform/contract/access.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import type { EmployeeCredentials } from '../../contract/credential.ts';
import { credentialsChanged } from '../../contract/events.ts';
import { type Kind, listKinds } from '../../contract/kinds.ts';
import {
  countCredentials,
  getEmployeeCredentials,
  listCredentials,
  statusFilters,
  withinDays,
} from '../../contract.ts';

/** The key of all queries of this module. */
export const queries = 'credentials';
export const events = [credentialsChanged] as const;
export const live = { queries, events };

const noKinds: Kind[] = [];
export const useKinds = (): Kind[] => useQuery(queryOptionsFor(listKinds)).data?.kinds ?? noKinds;

export const keyOf = (userId: number) =>
  queryKeyFor(getEmployeeCredentials, { params: { userId } });

/** A change of an employee’s credentials, whose answer is shown at once. */
export const useCredentialChange = <Input>(
  userId: number,
  failure: string,
  save: (input: Input) => Promise<EmployeeCredentials>,
) => useRecordChange({ save, recordKey: keyOf(userId), queries, failure });

export const filterNames = ['q', 'kind', 'store', 'department', 'status', 'within'] as const;

/** The items of the team, or of all employees, that match the address. */
export function useCredentialList(scope: 'team' | 'all') {
  const { query } = useAddress();
  const { text, oneOf, id } = readFilters(query);
  const within = withinDays.find((days) => String(days) === text('within'));
  const filters = {
    scope,
    q: (text('q') ?? '').slice(0, 100),
    kindId: id('kind'),
    store: oneOf('store', stores),
    department: oneOf('department', departments),
    status: oneOf('status', statusFilters),
    within,
  };
  const pages = useRecordList({
    list: listCredentials,
    count: countCredentials,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  const { data } = useQuery(queryOptionsFor(countCredentials, { query: { scope } }));
  return { filters, pages, byStatus: data?.byStatus };
}

export type ListFilters = ReturnType<typeof useCredentialList>['filters'];
