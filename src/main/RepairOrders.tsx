import type { ComponentProps } from 'react';
import RepairOrdersPage from '../modules/repair-orders/web/RepairOrdersPage.tsx';
import { OrderDocuments } from './RecordDocuments.tsx';

/** The page of repair orders, with the jacket and the documents of each. */
export default function RepairOrders(
  props: Omit<ComponentProps<typeof RepairOrdersPage>, 'Documents'>,
) {
  return <RepairOrdersPage {...props} Documents={OrderDocuments} />;
}
