import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { dealChanged } from '../../../deals/web/public.ts';
import { documentChanged } from '../../../documents/web/public.ts';
import { orderChanged } from '../../../repair-orders/web/public.ts';
import { checklistsChanged, jacketChanged } from '../../contract/events.ts';
import { checklistKinds, type RecordKind, recordOf } from '../../contract/kinds.ts';
import {
  countStipulations,
  listStipulations,
  type StipulationRow,
} from '../../contract/stipulations.ts';
import { countTitles, listTitles, titleScopes, titleTasks } from '../../contract/titles.ts';
import {
  type Choices,
  countDealJackets,
  countHireJackets,
  countOrderJackets,
  exportDealJackets,
  exportHireJackets,
  exportOrderJackets,
  getChoices,
  listDealJackets,
  listHireJackets,
  listOrderJackets,
} from '../../contract.ts';

/** The key of all queries of this module. */
export const queries = 'jackets';
/** What they follow from. */
export const events = [
  jacketChanged,
  checklistsChanged,
  documentChanged,
  dealChanged,
  orderChanged,
] as const;

const noChoices: Choices = { records: [], staff: [], seesPayoffs: false };

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

export type RecordChoices = Choices['records'][number];

/** The endpoints of the board of each kind of record. */
export const boards = {
  deal: { list: listDealJackets, count: countDealJackets, exportCsv: exportDealJackets },
  repair_order: {
    list: listOrderJackets,
    count: countOrderJackets,
    exportCsv: exportOrderJackets,
  },
  employee: { list: listHireJackets, count: countHireJackets, exportCsv: exportHireJackets },
};

export const boardFilterNames = ['q', 'store', 'kind', 'missing', 'employeeId'] as const;

/** The incomplete jackets that match the address, page by page, and their number. */
export function useBoard({ record, stores }: RecordChoices) {
  const { query } = useAddress();
  const { text, oneOf, id } = readFilters(query);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', stores),
    kind: oneOf(
      'kind',
      checklistKinds.filter((kind) => recordOf[kind] === record),
    ),
    missing: text('missing')?.slice(0, 40),
    employeeId: id('employeeId'),
  };
  const { list, count } = boards[record];
  const pages = useRecordList({
    list,
    count,
    filters,
    cursorOf: (last) => ({ after: last.since, afterId: last.id }),
  });
  return { filters, pages };
}

export type BoardFilters = ReturnType<typeof useBoard>['filters'];

/** Whether the jackets of these records may be read, and what may be done with them. */
export const choicesOf = ({ records }: Choices, record: RecordKind): RecordChoices | undefined =>
  records.find((one) => one.record === record);

export const stipulationFilterNames = ['q', 'store'] as const;

export function useStipulations({ stores }: RecordChoices) {
  const { query } = useAddress();
  const { text, oneOf } = readFilters(query);
  const filters = { q: (text('q') ?? '').slice(0, 100), store: oneOf('store', stores) };
  const pages = useRecordList({
    list: listStipulations,
    count: countStipulations,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return { filters, pages: { ...pages, rows: pages.rows?.map(withId) } };
}

/** The rows of a table are identified by `id`. */
const withId = (row: StipulationRow) => ({ ...row, id: row.stipulationId });
export type ListedStipulation = ReturnType<typeof withId>;

export const titleFilterNames = ['q', 'store', 'step'] as const;

export function useTitles({ stores }: RecordChoices) {
  const { query } = useAddress();
  const { text, oneOf } = readFilters(query);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    scope: oneOf('scope', titleScopes) ?? ('open' as const),
    store: oneOf('store', stores),
    step: oneOf('step', titleTasks),
  };
  const pages = useRecordList({
    list: listTitles,
    count: countTitles,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  const { data: counts } = useQuery(queryOptionsFor(countTitles, { query: {} }));
  return { filters, pages, scopes: counts?.scopes };
}
