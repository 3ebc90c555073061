import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import type { getPeriod, Navigation } from '../../contract/review.ts';
import { unitNames } from '../../contract/rights.ts';
import { PeriodSwitch } from '../parts/PeriodSwitch.tsx';
import { ReviewList } from '../people/ReviewList.tsx';
import { usePayrollPeriod, useShownPeriod } from '../state/usePayroll.ts';
import { UnitList } from './UnitList.tsx';

/** A pay period of everyone whose payroll the user runs. */
export function PeriodBoard({ onSetPeriods }: { onSetPeriods: () => void }) {
  const query = usePayrollPeriod(useShownPeriod());
  return (
    <Loaded query={query} what="the pay period">
      {({ navigation, ...board }) =>
        navigation ? (
          <Board {...board} navigation={navigation} isStale={query.isPlaceholderData} />
        ) : (
          <EmptyState
            title="No pay periods yet"
            description="Set how often you pay. Hours are then signed, approved and locked by pay period."
            action={
              <Button variant="primary" onClick={onSetPeriods}>
                Set pay periods
              </Button>
            }
          />
        )
      }
    </Loaded>
  );
}

interface BoardProps extends Omit<ReplyOf<typeof getPeriod>, 'navigation'> {
  navigation: Navigation;
  isStale: boolean;
}

function Board({ navigation, units, rows, history, isStale }: BoardProps) {
  const { startsOn } = navigation.period;
  return (
    <div className="flex flex-col gap-5">
      <PeriodSwitch navigation={navigation} />
      <UnitList period={navigation.period} units={units} />
      <ReviewList
        label="Employees of the pay period"
        period={startsOn}
        rows={rows}
        isStale={isStale}
        hrefOf={(id) => `/hr/payroll?period=${startsOn}&payee=${id}`}
        none={{
          title: 'No employees at your stores',
          description: 'Employees of your stores appear here.',
        }}
      />
      {history.length > 0 && (
        <RecordSection label="History">
          <ol className="flex flex-col gap-1 text-sm">
            {history.map(({ id, unit, locked, reason, by, at }) => (
              <li key={id} className="text-text">
                {`${locked ? 'Locked' : 'Unlocked'} ${unitNames[unit]}`}
                <span className="text-muted">{` · ${by}, ${exactTime(at)}`}</span>
                {reason && <span className="block text-muted wrap-anywhere">{reason}</span>}
              </li>
            ))}
          </ol>
        </RecordSection>
      )}
    </div>
  );
}
