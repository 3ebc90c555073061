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

const againMs = 30_000;

/** The week of the people whose hours one keeps, or of one of them. */
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
  const asked = useTeamQuery();
  const { query } = useAddress();
  const show = (query.get('show') ?? 'everybody') as Show;
  const { data, isError, refetch } = useQuery({
    ...queryOptionsFor(getTeam, { query: asked }),
    staleTime: 0,
    refetchInterval: againMs,
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
              <ExportButton asked={{ ...asked, week: team.week.start }} />
            </div>
          </div>
          <Filters stores={team.stores} asked={asked} show={show} />
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

function Filters({ stores, asked, show }: { stores: readonly string[]; asked: Query; show: Show }) {
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
      {stores.length > 1 && field('store', 'Store', asked.store, storeOptions(stores))}
      {field('department', 'Department', asked.department, departmentOptions)}
      {field('show', 'Show', show === 'everybody' ? '' : show, showOptions)}
    </div>
  );
}
