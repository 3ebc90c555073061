import { type Grants, permits, type Store } from '../../../../platform/contract/access.ts';
import { type Headline, recordAccess, type Stats } from '../../contract.ts';

const reportAccess = { page: 'reports', feature: 'view_data' } as const;

interface List {
  href: string;
  /** Follows the figure and a colon. */
  what: string;
}

/** The list of records a figure counts; undefined when the user may not see them. */
export function listOf(name: Headline, stats: Stats, user: Grants): List | undefined {
  const access = name === 'totalSales' ? reportAccess : recordAccess;
  return permits(access, user) ? lists(stats.days.from.slice(0, 7))[name] : undefined;
}

/** The deals counted as units of this month, for one store or all visible stores. */
export const soldHref = (month: string, store?: Store) =>
  `/customers/deals?type=consumer&deliveredIn=${month}${store ? `&store=${store}` : ''}`;

const lists = (month: string): Record<Headline, List> => ({
  totalSales: { href: '/reports?report=sales', what: 'sales report' },
  vehiclesSold: { href: soldHref(month), what: 'deals delivered this month' },
  serviceOrders: {
    href: `/customers/repair-orders?status=closed&closedIn=${month}`,
    what: 'repair orders closed this month',
  },
  activeCustomers: {
    href: `/customers?activeIn=${month}`,
    what: 'customers active this month',
  },
});
