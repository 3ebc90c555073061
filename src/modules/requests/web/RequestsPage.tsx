import { useAddress } from '../../../platform/web/router/address.ts';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { ClosedList } from './page/closed/ClosedList.tsx';
import { HistoryView } from './page/history/HistoryView.tsx';
import { useLiveRequests } from './state/counts.ts';

interface Props {
  title: string;
  subtitle?: string;
  user: CurrentUser;
}

/** All closed requests, or the history of one with `?id=…`. */
export default function RequestsPage({ title, subtitle, user }: Props) {
  const { query } = useAddress();
  const messageId = query.get('id');
  useLiveRequests();
  if (messageId) return <HistoryView messageId={messageId} me={user.id} />;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-4 pb-10 md:px-6">
        <ClosedList />
      </div>
    </>
  );
}
