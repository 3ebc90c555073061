import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { listUsers, type Person } from '../../../people/contract.ts';
import type { NavigationEntry } from '../navigation.ts';

const typingPauseMs = 150;
const peopleAtMost = 8;

export type Find =
  | { kind: 'page'; id: string; page: NavigationEntry }
  | { kind: 'person'; id: string; person: Person };

/** The pages and the people that answer to what was typed, pages first. */
export function useFinds(allPages: readonly NavigationEntry[], typed: string) {
  const search = useSettled(typed.trim());
  const query = { search, page: 1, limit: peopleAtMost };
  const { data, isFetching, isError } = useQuery({
    ...queryOptionsFor(listUsers, { query }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

  const wanted = typed.trim().toLowerCase();
  const pages = allPages.filter(({ label }) => label.toLowerCase().includes(wanted));
  const found = wanted === '' ? [] : (data?.users ?? []);
  const people = found.filter((person) => person.isActive && person.protection !== 'system_bot');
  const finds: Find[] = [
    ...pages.map((page) => ({ kind: 'page' as const, id: `page-${page.page}`, page })),
    ...people.map((person) => ({ kind: 'person' as const, id: `person-${person.id}`, person })),
  ];
  const waiting = wanted !== '' && (isFetching || search !== typed.trim());
  return { finds, waiting, failed: isError };
}

/** The text once the person has paused, so that not every letter asks the server. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
