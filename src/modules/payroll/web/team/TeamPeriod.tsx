import { useRecordId } from '../../../../platform/web/records/RecordsPage.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { PeriodSwitch } from '../parts/PeriodSwitch.tsx';
import { PersonPeriod } from '../people/PersonPeriod.tsx';
import { ReviewList } from '../people/ReviewList.tsx';
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
          <div className="flex flex-col gap-4">
            <PeriodSwitch navigation={navigation} />
            <ReviewList
              label="Pay period of the team"
              period={navigation.period.startsOn}
              rows={rows}
              isStale={query.isPlaceholderData}
              hrefOf={(id) =>
                `/utilities/timesheets?view=team-period&period=${navigation.period.startsOn}&payee=${id}`
              }
              none={{
                title: 'No one reports to you',
                description: 'Employees whose hours you manage appear here.',
              }}
            />
          </div>
        ) : (
          <EmptyState title="No pay period" description="There are no pay periods on this day." />
        )
      }
    </Loaded>
  );
}
