import { type QueryClient, useQuery } from '@tanstack/react-query';
import { stores } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { refreshRecords, useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { type Cabinet, cabinets } from '../../contract/cabinets.ts';
import { type Document, linkKinds } from '../../contract/document.ts';
import { isTypeOf } from '../../contract/types.ts';
import {
  type Choices,
  countDocuments,
  getChoices,
  listDocuments,
  scopes,
  sorts,
} from '../../contract.ts';

/** The key of all document queries. */
export const queries = 'documents';

const noChoices: Choices = {
  stores: [],
  readable: [],
  writable: [],
  inbox: 0,
  seesRemoved: false,
};

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery({ ...queryOptionsFor(getChoices), refetchOnMount: 'always' });
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

/** The filters of the list besides its tab. */
export const filterNames = ['q', 'type', 'store', 'datedIn', 'linkKind', 'linkId'] as const;

/** The last day of a month: `2026-11-30`. */
const endOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The documents that match the address, page by page, and their number. */
export function useDocumentList() {
  const { query } = useAddress();
  const { text, oneOf, id, month } = readFilters(query);
  const cabinet = oneOf('cabinet', cabinets);
  const type = text('type');
  const datedIn = month('datedIn');
  const linkKind = oneOf('linkKind', linkKinds);
  const linkId = id('linkId');
  const isLinked = linkKind !== undefined && linkId !== undefined;
  const sort = oneOf('sort', sorts) ?? 'newest';
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    scope: oneOf('scope', scopes) ?? (isLinked ? 'all' : 'filed'),
    cabinet,
    type: cabinet && type && isTypeOf(cabinet, type) ? type : undefined,
    store: oneOf('store', stores),
    linkKind: isLinked ? linkKind : undefined,
    linkId: isLinked ? linkId : undefined,
    from: datedIn && `${datedIn}-01`,
    to: datedIn && endOf(datedIn),
  };
  const pages = useRecordList({
    list: listDocuments,
    count: countDocuments,
    filters,
    order: { sort },
    cursorOf: (_last, loadedCount) => ({ offset: loadedCount }),
  });
  return { filters, datedIn, sort, pages };
}

export type DocumentFilters = ReturnType<typeof useDocumentList>['filters'];

/** The oldest document of the inbox that may be filed in one of these cabinets, but not this one. */
export async function findNextToFile(
  writable: readonly Cabinet[],
  filedId: number,
): Promise<Document | undefined> {
  const oldest = { scope: 'inbox', sort: 'oldest', limit: 2 } as const;
  const waiting = await Promise.all(
    writable.map((cabinet) => call(listDocuments, { query: { ...oldest, cabinet } })),
  );
  return waiting
    .flat()
    .filter(({ id }) => id !== filedId)
    .toSorted((a, b) => Date.parse(a.addedAt) - Date.parse(b.addedAt))[0];
}

/** Refetches all document queries. */
export const refreshDocuments = (client: QueryClient): Promise<void> =>
  refreshRecords(client, queries);
