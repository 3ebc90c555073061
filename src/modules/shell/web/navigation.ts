import {
  Car,
  ChartColumn,
  FileText,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Settings,
  ShieldCheck,
  Users,
  Wrench,
} from 'lucide-react';
import { type Grants, type Page, permits } from '../../../platform/contract/access.ts';

export interface NavigationEntry {
  label: string;
  page: Page;
  href: string;
  icon: LucideIcon;
  /** Addresses beside `href` and what lies under it that belong to the same page. */
  also?: readonly string[];
}

const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', page: 'dashboard', href: '/', icon: LayoutDashboard },
  {
    label: 'Customer Records',
    page: 'customer_management',
    href: '/customers',
    icon: Users,
    also: ['/customer-management'],
  },
  {
    label: 'Document Management',
    page: 'document_management',
    href: '/documents',
    icon: FileText,
    also: ['/documents-enhanced'],
  },
  { label: 'HR', page: 'hr', href: '/hr', icon: IdCard },
  { label: 'Marketing', page: 'marketing', href: '/marketing', icon: Megaphone },
  { label: 'Fleet Operations', page: 'fleet_operations', href: '/fleet', icon: Car },
  { label: 'Reports', page: 'reports', href: '/reports', icon: ChartColumn },
  { label: 'Utilities', page: 'utilities', href: '/utilities', icon: Wrench },
  { label: 'Settings', page: 'settings', href: '/settings', icon: Settings },
  {
    label: 'Admin Tools',
    page: 'admin_panel',
    href: '/admin-tools',
    icon: ShieldCheck,
    also: ['/admin'],
  },
];

/** The pages this person may see, in the order of the sidebar. */
export function listPages(user: Grants): NavigationEntry[] {
  return navigation.filter(({ page }) => permits({ page }, user));
}

/** Whether the address shows this entry's page or something under it. */
export function isCurrent({ href, also = [] }: NavigationEntry, path: string): boolean {
  if (href === '/') return path === '/';
  return [href, ...also].some((root) => path === root || path.startsWith(`${root}/`));
}
