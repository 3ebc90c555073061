import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { type Neighbor, PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import { listPins } from '../contract/pins.ts';
import { DeviceList } from './manage/DeviceList.tsx';
import { PinList } from './manage/PinList.tsx';
import { RuleList } from './manage/RuleList.tsx';
import { useKiosks } from './state/useKiosks.ts';

interface Props {
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
}

const views = ['kiosks', 'pins', 'rules'] as const;

/** The kiosks of the user's stores, who has a PIN, and from where employees may punch. */
export default function KiosksPage({ title, subtitle, neighbors }: Props) {
  const { data, error, refetch } = useKiosks();
  const { query, setQuery } = useAddress();
  const view = views.find((one) => one === query.get('view')) ?? 'kiosks';
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} neighbors={neighbors} />
      {data ? (
        <Tabs
          value={view}
          onValueChange={(next) =>
            setQuery(
              { view: next === 'kiosks' ? null : next, q: null, store: null, show: null },
              { push: true },
            )
          }
          className="@container mx-auto max-w-[80rem] px-4 pt-1 pb-10 md:px-6"
        >
          <TabList aria-label={title}>
            <Tab value="kiosks">Kiosks</Tab>
            <Tab value="pins">
              PINs
              <WithoutPin />
            </Tab>
            <Tab value="rules">Where employees may punch</Tab>
          </TabList>
          <TabPanel value={view} tabIndex={-1}>
            {view === 'kiosks' && (
              <DeviceList devices={data.devices} stores={data.stores} rules={data.rules} />
            )}
            {view === 'pins' && <PinList stores={data.stores} />}
            {view === 'rules' && (
              <RuleList rules={data.rules} ip={data.ip} mayChange={data.may.changeRules} />
            )}
          </TabPanel>
        </Tabs>
      ) : error instanceof ApiError && error.status === 403 ? (
        <EmptyState
          title="No access to kiosks"
          description="Kiosks are for managers and HR. You set your own PIN in your profile."
        />
      ) : error ? (
        <NotLoaded what="kiosks" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-4 h-96 md:m-6" />
      )}
    </>
  );
}

function WithoutPin() {
  const { data = [] } = useQuery(queryOptionsFor(listPins));
  const count = data.filter(({ setAt }) => setAt === null).length;
  return <CountBadge count={count} label="without a PIN" tone="quiet" />;
}
