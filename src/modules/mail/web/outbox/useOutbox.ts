import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MailCategory } from '../../../../platform/contract/mail.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { listOutbox, type MailState, type OutboxMail } from '../../contract.ts';

export interface OutboxFilters {
  state: MailState | '';
  category: MailCategory | '';
  search: string;
}

export const outboxKey = ['api', 'mail'];
const pageSize = 50;
const refetchMs = 10_000;

/** The matching emails, paged. */
export function useOutbox({ state, category, search }: OutboxFilters) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...outboxKey, 'outbox', { state, category, search }],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOutbox,
        {
          query: {
            search,
            limit: pageSize,
            ...pageParam,
            ...(state && { state }),
            ...(category && { category }),
          },
        },
        { signal },
      ),
    initialPageParam: {} as { before?: string; beforeId?: string },
    getNextPageParam: (page: OutboxMail[]) => {
      const last = page.at(-1);
      return last && page.length === pageSize
        ? { before: last.createdAt, beforeId: last.id }
        : undefined;
    },
    staleTime: 0,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
  return { mails: data?.pages.flat(), ...query };
}
