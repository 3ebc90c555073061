import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import { timezoneChanged } from '../../organization/contract.ts';
import { getOwnSheet } from '../contract/sheets.ts';
import { getClock, hoursChanged } from '../contract.ts';
import { Loaded } from './parts/Loaded.tsx';
import { SheetView } from './sheets/SheetView.tsx';
import { TeamView } from './team/TeamView.tsx';

interface Props {
  title: string;
  subtitle?: string;
  /** Related pages of those who manage hours. */
  neighbors?: readonly Neighbor[];
}

/** Timesheets by week: the user's own, and those they manage. */
export default function TimesheetsPage({ title, subtitle, neighbors }: Props) {
  const { query, setQuery } = useAddress();
  const { data: clock } = useQuery({ ...queryOptionsFor(getClock), staleTime: 0 });
  useLiveQueries([queryKeyFor(getClock)], [hoursChanged, timezoneChanged]);
  const view = query.get('view') === 'team' ? 'team' : 'mine';
  const seesTeam = clock?.may.seeTeam ?? view === 'team';
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        neighbors={clock?.may.seeTeam ? neighbors : undefined}
      />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-1 pb-10 md:px-6">
        {seesTeam ? (
          <Tabs
            value={view}
            onValueChange={(next) =>
              setQuery({ view: next === 'team' ? 'team' : null, person: null }, { push: true })
            }
          >
            <TabList aria-label={title}>
              <Tab value="mine">My timesheet</Tab>
              <Tab value="team">Team timesheets</Tab>
            </TabList>
            <TabPanel value="mine" tabIndex={-1}>
              <OwnSheet />
            </TabPanel>
            <TabPanel value="team" tabIndex={-1}>
              <TeamView mayChangeRules={clock?.may.changeRules ?? false} />
            </TabPanel>
          </Tabs>
        ) : (
          <div className="pt-4">
            <OwnSheet />
          </div>
        )}
      </div>
    </>
  );
}

const refreshIntervalMs = 60_000;

/** The user's own timesheet. */
function OwnSheet() {
  const { query } = useAddress();
  const week = query.get('week') ?? undefined;
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getOwnSheet, { query: { week } }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded data={data} error={error} what="timesheet" onRetry={() => void refetch()}>
      {(sheet) => <SheetView sheet={sheet} />}
    </Loaded>
  );
}
