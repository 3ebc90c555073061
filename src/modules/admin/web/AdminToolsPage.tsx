import { Lock, ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { CustomerDataRulesForm } from '../../data-guard/web/public.ts';
import { SystemManagement } from '../../system/web/public.ts';
import { OwnPasswordCard } from './OwnPasswordCard.tsx';
import { adminTabs, availableTabs } from './rules/tabs.ts';
import { UserManagement } from './UserManagement.tsx';

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
}

/** Administration of users and the platform. */
export default function AdminToolsPage({ user, title, subtitle }: Props) {
  const { hash, setHash } = useAddress();
  const available = availableTabs(user);
  const shown = available.find((tab) => tab === hash) ?? available[0];
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      {shown ? (
        <Tabs value={shown} onValueChange={setHash} className="px-4 pt-1 pb-8 md:px-6">
          <TabList aria-label={title}>
            {adminTabs
              .filter(({ value }) => available.includes(value))
              .map(({ value, label }) => (
                <Tab key={value} value={value}>
                  {label}
                </Tab>
              ))}
          </TabList>
          <TabPanel value="users" tabIndex={-1}>
            <UserManagement user={user} />
          </TabPanel>
          <TabPanel value="system" tabIndex={-1}>
            <SystemManagement user={user} />
            {permits({ role: 'admin' }, user) && <CustomerDataCard />}
            {permits({ role: 'admin' }, user) && <OwnPasswordCard />}
          </TabPanel>
        </Tabs>
      ) : (
        <NoAccess />
      )}
    </>
  );
}

/** Shown if the user may open the page, but none of its tabs. */
function NoAccess() {
  return (
    <div className="grid min-h-full place-items-center p-6">
      <EmptyState
        icon={Lock}
        title="Access Required"
        description="You don't have permission to access this section. Please contact your administrator to request access."
      />
    </div>
  );
}

/** Rules for chat messages with sensitive customer numbers. */
function CustomerDataCard() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 rounded-md border border-border bg-surface">
      <div className="flex min-h-14 items-center gap-3 border-b border-border px-4 py-2.5">
        <ShieldAlert aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold text-text">
            Customer Data in Chat
          </h2>
          <p className="text-sm text-pretty text-muted">
            What happens when a message contains one of these numbers. Applies to the whole group
            immediately.
          </p>
        </div>
      </div>
      <div className="p-4">
        <CustomerDataRulesForm />
      </div>
    </section>
  );
}
