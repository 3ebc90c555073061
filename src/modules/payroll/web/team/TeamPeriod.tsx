import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { useRecordId } from '../../../../platform/web/records/RecordsPage.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import type { Navigation, ReviewRow } from '../../contract/review.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { PeriodSwitch } from '../parts/PeriodSwitch.tsx';
import { ApproveAll } from '../people/ApproveAll.tsx';
import { useReviewFilters } from '../people/filters.ts';
import { PersonPeriod } from '../people/PersonPeriod.tsx';
import { ReviewTable } from '../people/ReviewTable.tsx';
import { useLivePayroll, useShownPeriod, useTeamPeriod } from '../state/usePayroll.ts';

/** A pay period of the people the user manages, or of one of them. */
export function TeamPeriod() {
  const payee = useRecordId('payee');
  return payee === null ? <Team /> : <PersonPeriod key={payee} id={payee} listName="Team" />;
}

function Team() {
  useLivePayroll();
  const query = useTeamPeriod(useShownPeriod());
  return (
    <Loaded query={query} what="your team’s pay period">
      {({ navigation, rows }) =>
        navigation ? (
          <TeamList navigation={navigation} rows={rows} isStale={query.isPlaceholderData} />
        ) : (
          <EmptyState title="No pay period" description="There are no pay periods on this day." />
        )
      }
    </Loaded>
  );
}

interface ListProps {
  navigation: Navigation;
  rows: readonly ReviewRow[];
  isStale: boolean;
}

function TeamList({ navigation, rows, isStale }: ListProps) {
  const { shown, names, fields } = useReviewFilters(rows);
  const { startsOn } = navigation.period;
  return (
    <div className="flex flex-col gap-4">
      <PeriodSwitch navigation={navigation} />
      <FilterBar
        search={{
          label: 'Search by name or number',
          placeholder: 'Name or number',
          className: 'w-56',
        }}
        fields={fields}
        fieldClassName="flex-1 basis-36 @2xl:max-w-44"
        names={names}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListCount count={{ count: shown.length, isMore: false }} one="employee" of={rows.length} />
        <ApproveAll rows={shown} period={startsOn} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={rows.length === 0 ? 'No one reports to you' : 'No matching employees'}
          description={
            rows.length === 0
              ? 'Employees whose hours you manage appear here.'
              : 'Try another name, department or state.'
          }
        />
      ) : (
        <ReviewTable
          label="Pay period of the team"
          rows={shown}
          isStale={isStale}
          hrefOf={(id) => `/utilities/timesheets?view=team-period&period=${startsOn}&payee=${id}`}
        />
      )}
    </div>
  );
}
