import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSettled } from '../../../../../platform/web/time/useSettled.ts';
import { listUsers, type Person } from '../../../../people/contract.ts';
import { useChat } from '../chatContext.ts';

const wantedPeople = 20;
const none: Person[] = [];

/** Searches people on the server, if the group is larger than one page of the directory. */
export function useFoundPeople(term: string): Person[] {
  const { people, peopleTotal } = useChat();
  const search = useSettled(term.trim());
  const wanted = search !== '' && peopleTotal > people.size;
  const { data } = useQuery({
    ...queryOptionsFor(listUsers, { query: { search, limit: wantedPeople } }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => (wanted && data ? data.users.filter(({ id }) => !people.has(id)) : none),
    [wanted, data, people],
  );
}
