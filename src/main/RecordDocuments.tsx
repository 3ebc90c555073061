import { type ComponentProps, Suspense } from 'react';
import { Section } from '../modules/customers/web/parts/Section.tsx';
import type { CustomerDocuments as OfCustomer } from '../modules/customers/web/record/CustomerView.tsx';
import type { DealDocuments as OfDeal } from '../modules/deals/web/deal/DealView.tsx';
import type { EmployeePage } from '../modules/employees/contract/employee.ts';
import type { OrderDocuments as OfOrder } from '../modules/repair-orders/web/order/OrderView.tsx';
import type { VehicleDocuments as OfVehicle } from '../modules/vehicles/web/page/VehicleView.tsx';
import type { RecordSectionProps } from '../platform/web/records/RecordSection.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../platform/web/ui/Skeleton.tsx';

const Documents = lazyPart(() => import('../modules/documents/web/record/RecordDocuments.tsx'), {
  place: 'panel',
  className: 'min-h-32',
});

const Part = (props: ComponentProps<typeof Documents>) => (
  <Suspense fallback={<Skeleton className="h-32" />}>
    <Documents {...props} />
  </Suspense>
);

const Jacket = lazyPart(() => import('../modules/jackets/web/record/RecordJacket.tsx'), {
  place: 'panel',
  className: 'min-h-40',
});

const JacketPart = (props: ComponentProps<typeof Jacket>) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Jacket {...props} />
  </Suspense>
);

export const DealDocuments: OfDeal = ({ deal: { id, number, store } }) => (
  <>
    <JacketPart record="deal" recordId={id} />
    <Part record={{ kind: 'deal', id, title: `Deal ${number}` }} cabinet="deals" store={store} />
  </>
);

export const OrderDocuments: OfOrder = ({ order: { id, number, store } }) => (
  <>
    <JacketPart record="repair_order" recordId={id} />
    <Part
      record={{ kind: 'repair_order', id, title: `Repair order ${number}` }}
      cabinet="service"
      store={store}
    />
  </>
);

export const CustomerDocuments: OfCustomer = ({ customer: { id, name, stores } }) => (
  <Part
    record={{ kind: 'customer', id, title: name }}
    cabinet="deals"
    store={stores[0]?.store}
    Frame={CustomerSection}
  />
);

const CustomerSection = ({ label, aside, children }: RecordSectionProps) => (
  <Section title={label} action={aside}>
    {children}
  </Section>
);

export const VehicleDocuments: OfVehicle = ({ vehicle: { id, stockNumber, store } }) => (
  <Part
    record={{ kind: 'vehicle', id, title: `Stock ${stockNumber}` }}
    cabinet="deals"
    store={store}
  />
);

/** The personnel file of an employee. */
export const EmployeeDocuments = ({
  employee: { id, name, store },
}: {
  employee: Pick<EmployeePage, 'id' | 'name' | 'store'>;
}) => (
  <div className="flex flex-col gap-8">
    <JacketPart record="employee" recordId={id} />
    <Part record={{ kind: 'employee', id, title: name }} cabinet="hr" store={store ?? undefined} />
  </div>
);
