import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { monthLockChanged } from '../../month-locks/contract.ts';
import { readAccess } from '../contract/deal.ts';
import { dealChanged } from '../contract/events.ts';
import { DealList } from './list/DealList.tsx';
import { queries } from './state/useDeals.ts';

const DealView = lazyPart(() => import('./deal/DealView.tsx'), { place: 'page' });
const live = { queries, events: [dealChanged, monthLockChanged] };

/** The deals of the user's stores; `?deal=` opens one. */
export default function DealsPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage
      {...props}
      access={readAccess}
      many="deals"
      live={live}
      record={{ param: 'deal', show: (dealId) => <DealView key={dealId} dealId={dealId} /> }}
    >
      <DealList />
    </RecordsPage>
  );
}
