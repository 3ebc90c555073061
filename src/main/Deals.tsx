import type { ComponentProps } from 'react';
import DealsPage from '../modules/deals/web/DealsPage.tsx';
import { DealJacket } from './RecordJackets.tsx';

/** The deals page, with the jacket of each deal. */
export default function Deals(props: Omit<ComponentProps<typeof DealsPage>, 'Documents'>) {
  return <DealsPage {...props} Documents={DealJacket} />;
}
