import { BookUser, ChartLine, FileUp, type LucideIcon, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { type Page, permits } from '../../../../platform/contract/access.ts';
import { PageHeader } from '../../../../platform/web/frame/PageHeader.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { QuickAccess } from '../../../shortcuts/web/public.ts';

interface Action {
  label: string;
  description: string;
  href: string;
  page: Page;
  icon: LucideIcon;
}

const actions: readonly Action[] = [
  {
    label: 'Add Customer',
    description: 'Take down a walk-in, a caller or a lead',
    href: '/customers',
    page: 'customer_management',
    icon: UserPlus,
  },
  {
    label: 'Customer Records',
    description: 'Find a customer by name, phone or vehicle',
    href: '/customers',
    page: 'customer_management',
    icon: BookUser,
  },
  {
    label: 'Upload Document',
    description: 'File a deal jacket, a repair order or a form',
    href: '/documents',
    page: 'document_management',
    icon: FileUp,
  },
  {
    label: 'View Reports',
    description: 'Sales, service and people by store',
    href: '/reports',
    page: 'reports',
    icon: ChartLine,
  },
];

/** Where everybody starts: what one does most, as far as one may. */
export default function HomePage({ user }: { user: CurrentUser }) {
  const employee = user.role === 'employee';
  return (
    <>
      <PageHeader
        title={employee ? 'Quick Actions' : 'Dashboard Overview'}
        subtitle={`Welcome back, ${user.firstName} ${user.lastName}`}
      />
      <div className="@container mx-auto max-w-[80rem] p-4 md:p-6">
        {!employee && <h2 className="mb-3 text-lg font-semibold">Quick Actions</h2>}
        <QuickActions shown={actions.filter(({ page }) => permits({ page }, user))} />
        {permits({ page: 'utilities' }, user) && (
          <div className="mt-8 min-h-32">
            <Suspense>
              <QuickAccess />
            </Suspense>
          </div>
        )}
      </div>
    </>
  );
}

function QuickActions({ shown }: { shown: readonly Action[] }) {
  if (shown.length === 0) {
    return (
      <EmptyState
        title="No quick actions yet"
        description="Your administrator can give you access to customers, documents and reports."
      />
    );
  }
  return (
    <ul className="grid gap-3 @xl:grid-cols-2 @5xl:grid-cols-4">
      {shown.map(({ label, description, href, icon: Icon }) => (
        <li key={label}>
          <Link
            href={href}
            className="flex h-full items-start gap-3 rounded-md border border-border p-4 hover:border-border-strong hover:bg-hover hover:no-underline"
          >
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
            <span>
              <span className="block text-base font-semibold text-text">{label}</span>
              <span className="mt-0.5 block text-sm text-muted">{description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
