import { CalendarRange, Tags } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  RecordsPage,
  type RecordsPageProps,
  useRecordId,
} from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { payrollAccess } from '../contract/rights.ts';
import { NumbersSection } from './payroll/NumbersSection.tsx';
import { PeriodBoard } from './payroll/PeriodBoard.tsx';
import { PeriodList } from './payroll/PeriodList.tsx';
import { PersonPeriod } from './people/PersonPeriod.tsx';
import { events, queries } from './state/usePayroll.ts';

const SchedulesDialog = lazyPart(() => import('./payroll/SchedulesDialog.tsx'), {
  place: 'dialog',
});
const CodesDialog = lazyPart(() => import('./payroll/CodesDialog.tsx'), { place: 'dialog' });

const live = { queries, events };

/** Payroll: the hours of each pay period, from review to the provider’s file. */
export default function PayrollPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...props} access={payrollAccess} many="payroll" live={live}>
      <Views title={props.title} />
    </RecordsPage>
  );
}

function Views({ title }: { title: string }) {
  const { query, setQuery } = useAddress();
  const [dialog, setDialog] = useState<'schedules' | 'codes'>();
  const payee = useRecordId('payee');
  const view = query.get('view') === 'periods' ? 'periods' : 'period';
  const close = () => setDialog(undefined);
  return (
    <div className="@container mx-auto max-w-[80rem] px-4 pt-1 pb-10 md:px-6">
      <Tabs
        value={view}
        onValueChange={(next) =>
          setQuery({ view: next === 'periods' ? next : null, payee: null }, { push: true })
        }
      >
        <TabList aria-label={title}>
          <Tab value="period">Pay period</Tab>
          <Tab value="periods">All periods</Tab>
        </TabList>
        <TabPanel value={view} tabIndex={-1}>
          {view === 'periods' ? (
            <PeriodList />
          ) : payee === null ? (
            <>
              <div className="mb-4 flex flex-wrap gap-2">
                <Button onClick={() => setDialog('schedules')}>
                  <CalendarRange aria-hidden="true" />
                  Pay periods
                </Button>
                <Button onClick={() => setDialog('codes')}>
                  <Tags aria-hidden="true" />
                  Provider codes
                </Button>
              </div>
              <PeriodBoard onSetPeriods={() => setDialog('schedules')} />
            </>
          ) : (
            <PersonPeriod
              key={payee}
              id={payee}
              listName="Pay period"
              actionsOf={({ payee: person }, numbers) => (
                <NumbersSection payee={person} numbers={numbers} />
              )}
            />
          )}
        </TabPanel>
      </Tabs>
      <Suspense>
        {dialog === 'schedules' && <SchedulesDialog onClose={close} />}
        {dialog === 'codes' && <CodesDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
