import type { ComponentProps } from 'react';
import DealsPage from '../modules/deals/web/DealsPage.tsx';
import { DealDocuments } from './RecordDocuments.tsx';

/** The deals page, with the jacket and the documents of each deal. */
export default function Deals(props: Omit<ComponentProps<typeof DealsPage>, 'Documents'>) {
  return <DealsPage {...props} Documents={DealDocuments} />;
}
