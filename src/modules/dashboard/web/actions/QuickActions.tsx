import { BookUser, ChartLine, FileUp, type LucideIcon, UserPlus } from 'lucide-react';
import { Link } from 'wouter';
import { type Grants, type Page, permits } from '../../../../platform/contract/access.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';

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
    description: 'Add a walk-in, a caller or a lead',
    href: '/customers?new=customer',
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
    href: '/documents?new=upload',
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

/** Shortcuts to the pages the user may open. */
export function QuickActions({ user }: { user: Grants }) {
  const shown = actions.filter(({ page }) => permits({ page }, user));
  if (shown.length === 0) {
    return (
      <EmptyState
        title="No quick actions yet"
        description="Ask an administrator for access to customers, documents and reports."
      />
    );
  }
  return (
    <ul aria-label="Quick Actions" className="grid gap-3 @xl:grid-cols-2 @5xl:grid-cols-4">
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
