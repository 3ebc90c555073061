import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { monthLockChanged } from '../../month-locks/contract.ts';
import { readAccess } from '../contract/deal.ts';
import { dealChanged } from '../contract/events.ts';
import type { DealDocuments } from './deal/DealView.tsx';
import { DealList } from './list/DealList.tsx';
import { queries } from './state/useDeals.ts';

const DealView = lazyPart(() => import('./deal/DealView.tsx'), { place: 'page' });
const live = { queries, events: [dealChanged, monthLockChanged] };

type Props = RecordsPageProps & { user: CurrentUser; Documents?: DealDocuments };

/** The deals of the user's stores; `?deal=` opens one. */
export default function DealsPage({ Documents, ...props }: Props) {
  return (
    <RecordsPage
      {...props}
      access={readAccess}
      many="deals"
      live={live}
      record={{
        param: 'deal',
        show: (dealId) => <DealView key={dealId} dealId={dealId} Documents={Documents} />,
      }}
    >
      <DealList />
    </RecordsPage>
  );
}
