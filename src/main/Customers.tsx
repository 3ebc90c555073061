import type { ComponentProps } from 'react';
import CustomersPage from '../modules/customers/web/CustomersPage.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';

const ShowroomLog = lazyPart(() => import('../modules/showroom/web/ShowroomLog.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

/** The customers page, with the showroom beside today’s work. */
export default function Customers(props: Omit<ComponentProps<typeof CustomersPage>, 'Showroom'>) {
  return <CustomersPage {...props} Showroom={ShowroomLog} />;
}
