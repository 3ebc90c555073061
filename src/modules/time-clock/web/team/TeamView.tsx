import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { departments, type Store, stores } from '../../../../platform/contract/access.ts';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordId } from '../../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { listWaiting } from '../../contract/corrections.ts';
import { readPolicy } from '../../contract/rules.ts';
import type { TeamRow } from '../../contract/sheets.ts';
import { exportTeam, getTeam } from '../../contract/sheets.ts';
import { CorrectionItem } from '../correcting/CorrectionItem.tsx';
import { WeekSwitch } from '../parts/WeekSwitch.tsx';
import { PersonSheet } from './PersonSheet.tsx';
import { TeamTable } from './TeamTable.tsx';

const RulesDialog = lazyPart(() => import('./rules/RulesDialog.tsx'), { place: 'dialog' });

type Query = NonNullable<RequestOf<typeof getTeam>['query']>;

const refreshIntervalMs = 30_000;

/** The team's week, or one person's timesheet. */
export function TeamView({ mayChangeRules }: { mayChangeRules: boolean }) {
  const personId = useRecordId('person');
  if (personId !== null) return <PersonSheet personId={personId} />;
  return <LoadedTeam mayChangeRules={mayChangeRules} />;
}

function useTeamQuery(): Query {
  const { text, oneOf } = readFilters(useAddress().query);
  return {
    week: text('week'),
    store: oneOf('store', stores),
    department: oneOf('department', departments),
  };
}

function LoadedTeam({ mayChangeRules }: { mayChangeRules: boolean }) {
  const teamQuery = useTeamQuery();
  const { query } = useAddress();
  const show = readFilters(query).oneOf('show', shows);
  const list = useQuery({
    ...queryOptionsFor(getTeam, { query: teamQuery }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={list} what="the team">
      {(team) => (
        <div className="flex flex-col gap-4">
          <WaitingRequests timezone={team.timezone} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <WeekSwitch week={team.week} today={team.today} />
            <div className="flex flex-wrap gap-2">
              {mayChangeRules && <RulesButton />}
              <ExportButton
                noun="the week"
                label="Export for payroll"
                save={() => saveFile(exportTeam, { body: { ...teamQuery, week: team.week.start } })}
              />
            </div>
          </div>
          <FilterBar
            fields={fieldsOf(teamQuery, show, team.stores)}
            fieldClassName="flex-1 basis-36 @2xl:max-w-44"
            names={['store', 'department', 'show']}
          />
          <TeamTable
            rows={team.rows.filter((row) => isShown(row, show))}
            total={team.rows.length}
            week={team.week.start}
            isStale={list.isPlaceholderData}
          />
        </div>
      )}
    </Loaded>
  );
}

const shows = ['attention', 'open', 'working'] as const;
type Show = (typeof shows)[number];

const showNames: Record<Show, string> = {
  attention: 'Needs attention',
  open: 'Not approved',
  working: 'On shift now',
};

/** Whether the week needs review before payroll. */
const needsAttention = ({ flags, waiting, approval }: TeamRow): boolean =>
  flags.includes('no_clock_out') ||
  flags.includes('missed_break') ||
  waiting > 0 ||
  approval === 'changed';

function isShown(row: TeamRow, show: Show | undefined): boolean {
  if (show === 'attention') return needsAttention(row);
  if (show === 'open') return row.approval !== 'approved';
  if (show === 'working') return row.status !== 'clocked_out';
  return true;
}

const fieldsOf = (filters: Query, show: Show | undefined, shownStores: readonly Store[]) => [
  shownStores.length > 1 && {
    name: 'store',
    label: 'Store',
    options: optionsOf('All my stores', shownStores, storeNames),
    value: filters.store ?? '',
  },
  {
    name: 'department',
    label: 'Department',
    options: optionsOf('All departments', departments, departmentNames),
    value: filters.department ?? '',
  },
  {
    name: 'show',
    label: 'Show',
    options: optionsOf('Everyone', shows, showNames),
    value: show ?? '',
  },
];

/** The rules for calculating hours, for system managers. */
function RulesButton() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queryOptionsFor(readPolicy));
  return (
    <>
      <Button disabled={!data} onClick={() => setOpen(true)}>
        <Scale aria-hidden="true" />
        Rules
      </Button>
      <Suspense>
        {isOpen && data && <RulesDialog policy={data} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** The requests pending the user's decision, of any week. */
function WaitingRequests({ timezone }: { timezone: string }) {
  const { data = [] } = useQuery({
    ...queryOptionsFor(listWaiting),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label="Requests" className="rounded-md bg-sunken px-4 py-2">
      <h2 className="pt-1 text-sm font-semibold text-text">
        {data.length === 1
          ? '1 request needs your decision'
          : `${data.length} requests need your decision`}
      </h2>
      <ul className="divide-y divide-border">
        {data.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}
