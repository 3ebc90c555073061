import { Suspense } from 'react';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useView } from '../../../platform/web/router/useView.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { ApplicantList } from './applicants/ApplicantList.tsx';
import { PositionList } from './positions/PositionList.tsx';
import { live, useChoices } from './state/useRecruiting.ts';

const ApplicantView = lazyPart(() => import('./applicant/ApplicantView.tsx'), { place: 'page' });

/** Positions to be filled and their applicants; `?applicant=` opens one. */
export default function RecruitingPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage
      {...props}
      access="signedIn"
      many="applicants"
      live={live}
      record={{
        param: 'applicant',
        show: (applicantId) => <ApplicantView key={applicantId} applicantId={applicantId} />,
      }}
    >
      <Views title={props.title} />
    </RecordsPage>
  );
}

const views = ['positions', 'applicants'] as const;
const viewNames = { positions: 'Positions', applicants: 'Applicants' };

function Views({ title }: { title: string }) {
  const { data: choices, error, refetch } = useChoices();
  const [shown, show] = useView(views, 'positions');
  if (!choices) {
    return error ? (
      <NotLoaded what="positions" error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="m-4 h-96 md:m-6" />
    );
  }
  if (!choices.sees) {
    return (
      <EmptyState
        title="No positions or applicants"
        description="Positions you hire for, and applicants you interview, appear here."
      />
    );
  }
  return (
    <Tabs value={shown} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label={title}>
        {views.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          {shown === 'positions' ? (
            <PositionList choices={choices} />
          ) : (
            <ApplicantList choices={choices} />
          )}
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
