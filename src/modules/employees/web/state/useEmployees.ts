import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { userCreated, userDeleted, userUpdated } from '../../../people/contract.ts';
import { type EmployeePage, getEmployee } from '../../contract/employee.ts';
import {
  employeeChanged,
  employeeFileChanged,
  privateAccessChanged,
} from '../../contract/events.ts';
import { type Choices, getChoices } from '../../contract.ts';

/**
 * The keys of all queries of this module: the directory and files, and HR’s lists. They change with the accounts, too:
 * the directory has those that are active.
 */
export const queries = ['employees', 'hr'];
export const live = {
  queries,
  events: [
    employeeChanged,
    employeeFileChanged,
    privateAccessChanged,
    userCreated,
    userUpdated,
    userDeleted,
  ],
};

const noChoices: Choices = { managers: [], jobTitles: [], hr: null };

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

/** An employee whose file the user reads, as forms edit it. */
export type EmployeeFile = EmployeePage & {
  file: NonNullable<EmployeePage['file']>;
  version: number;
};

/** Null for those who see only the public facts. */
export const fileOf = (employee: EmployeePage): EmployeeFile | null =>
  employee.file && { ...employee, file: employee.file, version: employee.file.version };

/** What someone else saved meanwhile. */
export async function getLatestFile({ id }: Pick<EmployeePage, 'id'>): Promise<EmployeeFile> {
  const latest = fileOf(await call(getEmployee, { params: { employeeId: id } }));
  if (!latest) throw new Error('The file can’t be read any longer');
  return latest;
}

export const refreshEmployees = async (client: QueryClient): Promise<void> => {
  await Promise.all(queries.map((name) => refreshRecords(client, name)));
};

/** Shows a saved employee at once, and refetches what depends on them. */
export function useShowSaved(): (saved: EmployeePage) => void {
  const client = useQueryClient();
  return (saved) => {
    client.setQueryData(queryKeyFor(getEmployee, { params: { employeeId: saved.id } }), saved);
    void refreshEmployees(client);
  };
}
