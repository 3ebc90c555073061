import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useView } from '../../../platform/web/router/useView.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { type Choices, getChoices, listSubmissions } from '../contract.ts';
import EmployeeSection from './employee/EmployeeSection.tsx';
import { live } from './state/useCredentials.ts';

const EmployeeView = lazyPart(() => import('./employee/EmployeeView.tsx'), { place: 'page' });
const CredentialList = lazyPart(() => import('./list/CredentialList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const SubmissionList = lazyPart(() => import('./submissions/SubmissionList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

/** One’s own credentials, those of one’s team and, for HR, of everyone; `?employee=` opens those of one person. */
export default function CredentialsPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage
      {...props}
      access="signedIn"
      many="credentials"
      live={live}
      record={{
        param: 'employee',
        show: (userId) => <EmployeeView key={userId} userId={userId} />,
      }}
    >
      <Views title={props.title} ownId={props.user.id} />
    </RecordsPage>
  );
}

const views = ['mine', 'team', 'all', 'submissions'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = {
  mine: 'My credentials',
  team: 'My team',
  all: 'Employees',
  submissions: 'To verify',
};

const isOffered = (view: View, { hasTeam, readsAll, may }: Choices) =>
  ({ mine: true, team: hasTeam, all: readsAll, submissions: readsAll && may.write })[view];

interface Props {
  title: string;
  ownId: number;
}

function Views({ title, ownId }: Props) {
  const { data: choices, error, refetch } = useQuery(queryOptionsFor(getChoices));
  const offered = views.filter((view) => choices && isOffered(view, choices));
  const [shown, show] = useView(offered, 'mine');
  if (!choices) {
    return error ? (
      <NotLoaded what="credentials" error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="m-4 h-96 md:m-6" />
    );
  }
  const own = (
    <div className="max-w-3xl">
      <h2 className="sr-only">My credentials</h2>
      <EmployeeSection userId={ownId} />
    </div>
  );
  if (offered.length === 1) return <div className="px-4 pt-4 pb-10 md:px-6">{own}</div>;
  return (
    <Tabs value={shown} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label={title}>
        {offered.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
            {view === 'submissions' && <ToVerify />}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          {shown === 'mine' && own}
          {shown === 'submissions' && <SubmissionList />}
          {(shown === 'team' || shown === 'all') && (
            <CredentialList key={shown} scope={shown} choices={choices} />
          )}
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

function ToVerify() {
  const { data } = useQuery(queryOptionsFor(listSubmissions));
  return <CountBadge count={data?.length ?? 0} label="to verify" />;
}
