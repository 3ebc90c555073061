import type { ComponentProps } from 'react';
import RepairOrdersPage from '../modules/repair-orders/web/RepairOrdersPage.tsx';
import { OrderJacket } from './RecordJackets.tsx';

/** The page of repair orders, with the jacket of each. */
export default function RepairOrders(
  props: Omit<ComponentProps<typeof RepairOrdersPage>, 'Documents'>,
) {
  return <RepairOrdersPage {...props} Documents={OrderJacket} />;
}
