import { type Grants, permits } from '../../../../platform/contract/access.ts';
import { type Headline, recordAccess, type Stats } from '../../contract.ts';

const reportAccess = { page: 'reports', feature: 'view_data' } as const;

interface List {
  href: string;
  /** Goes on after the figure and a colon. */
  what: string;
}

/** Where the rows are that a figure counts; nowhere for who may not see them. */
export function listOf(name: Headline, stats: Stats, user: Grants): List | undefined {
  const access = name === 'totalSales' ? reportAccess : recordAccess;
  return permits(access, user) ? lists(stats.days.from.slice(0, 7))[name] : undefined;
}

const lists = (month: string): Record<Headline, List> => ({
  totalSales: { href: '/reports?report=sales', what: 'sales report' },
  vehiclesSold: {
    href: `/customers/deals?deliveredIn=${month}`,
    what: 'deals delivered this month',
  },
  serviceOrders: {
    href: '/customers/repair-orders?scope=done&status=closed',
    what: 'closed repair orders',
  },
  activeCustomers: { href: '/customers', what: 'customers' },
});
