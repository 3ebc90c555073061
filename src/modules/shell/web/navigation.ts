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
  /** What else people call it: the search finds it by these, too. */
  words?: readonly string[];
  /** Addresses beside `href` and what lies under it that belong to the same page. */
  also?: readonly string[];
}

const navigation: readonly NavigationEntry[] = [
  {
    label: 'Dashboard',
    page: 'dashboard',
    href: '/',
    icon: LayoutDashboard,
    words: ['Home', 'Start', 'Overview', 'Quick Actions'],
  },
  {
    label: 'Customer Records',
    page: 'customer_management',
    href: '/customers',
    icon: Users,
    words: ['Customers', 'CRM', 'Contacts', 'Households', 'Clients'],
    also: ['/customer-management'],
  },
  {
    label: 'Document Management',
    page: 'document_management',
    href: '/documents',
    icon: FileText,
    words: ['Documents', 'Files', 'Upload Document'],
    also: ['/documents-enhanced'],
  },
  { label: 'HR', page: 'hr', href: '/hr', icon: IdCard, words: ['Human resources', 'Staff'] },
  {
    label: 'Marketing',
    page: 'marketing',
    href: '/marketing',
    icon: Megaphone,
    words: ['Campaigns'],
  },
  {
    label: 'Fleet Operations',
    page: 'fleet_operations',
    href: '/fleet',
    icon: Car,
    words: ['Inventory', 'Stock', 'Vehicles', 'Cars', 'Lot'],
  },
  {
    label: 'Reports',
    page: 'reports',
    href: '/reports',
    icon: ChartColumn,
    words: ['Figures', 'Analytics', 'Statistics'],
  },
  {
    label: 'Utilities',
    page: 'utilities',
    href: '/utilities',
    icon: Wrench,
    words: ['Tools', 'Utilities Hub'],
  },
  {
    label: 'Settings',
    page: 'settings',
    href: '/settings',
    icon: Settings,
    words: ['Preferences', 'Options'],
  },
  {
    label: 'Admin Tools',
    page: 'admin_panel',
    href: '/admin-tools',
    icon: ShieldCheck,
    words: ['Administration', 'User Management', 'System Management'],
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
