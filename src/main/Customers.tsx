import type { ComponentProps } from 'react';
import CustomersPage from '../modules/customers/web/CustomersPage.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { CustomerDocuments } from './RecordDocuments.tsx';

const ShowroomLog = lazyPart(() => import('../modules/showroom/web/ShowroomLog.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

type Props = Omit<ComponentProps<typeof CustomersPage>, 'Showroom' | 'Documents'>;

/** The customers page, with the showroom beside today’s work, and the documents of each customer. */
export default function Customers(props: Props) {
  return <CustomersPage {...props} Showroom={ShowroomLog} Documents={CustomerDocuments} />;
}
