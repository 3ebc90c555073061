import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { monthLockChanged } from '../../month-locks/contract.ts';
import { orderChanged } from '../contract/events.ts';
import { readAccess } from '../contract/order.ts';
import { OrderList } from './list/OrderList.tsx';
import type { OrderDocuments } from './order/OrderView.tsx';
import { queries } from './state/useOrders.ts';

const OrderView = lazyPart(() => import('./order/OrderView.tsx'), { place: 'page' });
const live = { queries, events: [orderChanged, monthLockChanged] };

type Props = RecordsPageProps & { user: CurrentUser; Documents?: OrderDocuments };

/** The repair orders of the user's stores; `?order=` opens one. */
export default function RepairOrdersPage({ Documents, ...props }: Props) {
  return (
    <RecordsPage
      {...props}
      access={readAccess}
      many="repair orders"
      live={live}
      record={{
        param: 'order',
        show: (orderId) => <OrderView key={orderId} orderId={orderId} Documents={Documents} />,
      }}
    >
      <OrderList />
    </RecordsPage>
  );
}
