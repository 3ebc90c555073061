import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Loaded } from '../../../platform/web/ui/Loaded.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import { timezoneChanged } from '../../organization/contract.ts';
import { getOwnSheet } from '../contract/sheets.ts';
import { getClock, hoursChanged } from '../contract.ts';
import { SheetView } from './sheets/SheetView.tsx';
import { TeamView } from './team/TeamView.tsx';

/** A view of another module, such as the pay period. */
export interface TimesheetView {
  /** In the address: `?view=period`. */
  id: string;
  label: string;
  /** Of the people the user manages; it stands after the team’s timesheets. */
  isTeam: boolean;
  Panel: ComponentType;
}

interface Props {
  title: string;
  subtitle?: string;
  /** Related pages of those who manage hours. */
  neighbors?: readonly Neighbor[];
  views: readonly TimesheetView[];
  /** Above the user’s own timesheet. */
  OwnNotice: ComponentType;
}

/** Timesheets by week: the user's own, and those they manage. */
export default function TimesheetsPage(props: Props) {
  const { title, subtitle, neighbors, views, OwnNotice } = props;
  const { query, setQuery } = useAddress();
  const { data: clock } = useQuery({ ...queryOptionsFor(getClock), staleTime: 0 });
  useLiveQueries([queryKeyFor(getClock)], [hoursChanged, timezoneChanged]);
  const asked = query.get('view') ?? 'mine';
  const seesTeam = clock?.may.seeTeam ?? asked === 'team';
  const tabs = [
    { id: 'mine', label: 'My timesheet' },
    ...views.filter(({ isTeam }) => !isTeam),
    ...(seesTeam ? [{ id: 'team', label: 'Team timesheets' }] : []),
    ...views.filter(({ isTeam }) => isTeam),
  ];
  const shown = tabs.find(({ id }) => id === asked)?.id ?? 'mine';
  const Extra = views.find(({ id }) => id === shown)?.Panel;
  const panel =
    shown === 'mine' ? (
      <>
        <OwnNotice />
        <OwnSheet />
      </>
    ) : shown === 'team' ? (
      <TeamView mayChangeRules={clock?.may.changeRules ?? false} />
    ) : (
      Extra && <Extra />
    );
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        neighbors={clock?.may.seeTeam ? neighbors : undefined}
      />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-1 pb-10 md:px-6">
        {tabs.length > 1 ? (
          <Tabs
            value={shown}
            onValueChange={(next) =>
              setQuery(
                { view: next === 'mine' ? null : next, person: null, payee: null },
                { push: true },
              )
            }
          >
            <TabList aria-label={title}>
              {tabs.map(({ id, label }) => (
                <Tab key={id} value={id}>
                  {label}
                </Tab>
              ))}
            </TabList>
            <TabPanel value={shown} tabIndex={-1}>
              {panel}
            </TabPanel>
          </Tabs>
        ) : (
          <div className="pt-4">{panel}</div>
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
  const own = useQuery({
    ...queryOptionsFor(getOwnSheet, { query: { week } }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={own} what="the timesheet">
      {(sheet) => <SheetView sheet={sheet} />}
    </Loaded>
  );
}
