import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { getTeam } from '../../contract/sheets.ts';
import { Loaded } from '../sheets/Loaded.tsx';
import { WeekSwitch } from '../sheets/WeekSwitch.tsx';
import { ExportButton } from './ExportButton.tsx';
import { departmentOptions, showOptions, storeOptions } from './options.ts';
import { PersonSheet } from './PersonSheet.tsx';
import { isShown, type Show } from './rows.ts';
import { RulesButton } from './rules/RulesDialog.tsx';
import { TeamTable } from './TeamTable.tsx';
import { WaitingRequests } from './WaitingRequests.tsx';

type Query = NonNullable<RequestOf<typeof getTeam>['query']>;

const refreshIntervalMs = 30_000;

/** The team's week, or one person's timesheet. */
export function TeamView({ mayChangeRules }: { mayChangeRules: boolean }) {
  const { query } = useAddress();
  const personId = Number(query.get('person'));
  if (personId > 0) return <PersonSheet personId={personId} />;
  return <LoadedTeam mayChangeRules={mayChangeRules} />;
}

function useTeamQuery(): Query {
  const { query } = useAddress();
  return {
    week: query.get('week') ?? undefined,
    store: (query.get('store') as Query['store']) ?? undefined,
    department: (query.get('department') as Query['department']) ?? undefined,
  };
}

function LoadedTeam({ mayChangeRules }: { mayChangeRules: boolean }) {
  const teamQuery = useTeamQuery();
  const { query } = useAddress();
  const show = (query.get('show') ?? 'everyone') as Show;
  const { data, isError, refetch } = useQuery({
    ...queryOptionsFor(getTeam, { query: teamQuery }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded data={data} isError={isError} what="team" onRetry={() => void refetch()}>
      {(team) => (
        <div className="flex flex-col gap-4">
          <WaitingRequests timezone={team.timezone} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <WeekSwitch week={team.week} today={team.today} />
            <div className="flex flex-wrap gap-2">
              {mayChangeRules && <RulesButton />}
              <ExportButton query={{ ...teamQuery, week: team.week.start }} />
            </div>
          </div>
          <Filters stores={team.stores} filters={teamQuery} show={show} />
          <TeamTable
            rows={team.rows.filter((row) => isShown(row, show))}
            total={team.rows.length}
            week={team.week.start}
          />
        </div>
      )}
    </Loaded>
  );
}

interface FiltersProps {
  stores: readonly string[];
  filters: Query;
  show: Show;
}

function Filters({ stores, filters, show }: FiltersProps) {
  const { setQuery } = useAddress();
  const field = (
    name: string,
    label: string,
    value: string | undefined,
    options: { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      labelHidden
      className="flex-1 basis-36 @2xl:max-w-44"
      options={options}
      value={value ?? ''}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {stores.length > 1 && field('store', 'Store', filters.store, storeOptions(stores))}
      {field('department', 'Department', filters.department, departmentOptions)}
      {field('show', 'Show', show === 'everyone' ? '' : show, showOptions)}
    </div>
  );
}
