import { departments } from '../../../../platform/contract/access.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { employmentStatuses, payBases } from '../../contract/fields.ts';
import {
  type Choices,
  countHrEmployees,
  hrSorts,
  listHrEmployees,
  storeFilters,
} from '../../contract.ts';

export type HrChoices = NonNullable<Choices['hr']>;

/** The filters in the address, besides the order. */
export const filterNames = [
  'q',
  'store',
  'department',
  'status',
  'payBasis',
  'managerId',
  'hiredIn',
  'review',
] as const;

const reviewFilters = ['due', 'month', 'quarter'] as const;
type ReviewFilter = (typeof reviewFilters)[number];
const daysAhead: Record<ReviewFilter, number> = { due: 0, month: 30, quarter: 90 };

/** The home stores HR can filter by. */
export const offeredStores = ({ stores, seesGroup }: HrChoices) =>
  storeFilters.filter((one) => (one === 'group' ? seesGroup : stores.includes(one)));

/** First and last day of a month such as `2026-11`. */
function daysOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { hiredFrom: `${month}-01`, hiredTo: addDays(next, -1) };
}

/** The employees that match the address, page by page, and their number. */
export function useHrList(hr: HrChoices) {
  const { query } = useAddress();
  const { text, oneOf, id, month } = readFilters(query);
  const hiredIn = month('hiredIn');
  const review = oneOf('review', reviewFilters);
  const sort = oneOf('sort', hrSorts) ?? ('name' as const);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', offeredStores(hr)),
    department: oneOf('department', departments),
    status: oneOf('status', employmentStatuses),
    payBasis: oneOf('payBasis', payBases),
    managerId: id('managerId'),
    ...(hiredIn && daysOf(hiredIn)),
    ...(review && { reviewBy: addDays(today(), daysAhead[review]) }),
  };
  const pages = useRecordList({
    list: listHrEmployees,
    count: countHrEmployees,
    filters,
    order: { sort },
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return { filters, hiredIn, review, sort, pages };
}
