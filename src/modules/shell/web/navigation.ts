import {
  Car,
  ChartColumn,
  ClipboardList,
  ContactRound,
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
  href: string;
  icon: LucideIcon;
  /** Other terms that the search finds it by. */
  keywords?: readonly string[];
  /** Paths other than `href` and its subpaths that belong to the same page. */
  also?: readonly string[];
}

interface SidebarEntry extends NavigationEntry {
  /** For those who hold the permission of this page; by default for everyone who is approved. */
  page?: Page;
}

const navigation: readonly SidebarEntry[] = [
  {
    label: 'Dashboard',
    page: 'dashboard',
    href: '/',
    icon: LayoutDashboard,
    keywords: ['Home', 'Start', 'Overview', 'Quick Actions'],
  },
  {
    label: 'Customer Records',
    page: 'customer_management',
    href: '/customers',
    icon: Users,
    keywords: ['Customers', 'CRM', 'Contacts', 'Households', 'Clients'],
    also: ['/customer-management'],
  },
  {
    label: 'Document Management',
    page: 'document_management',
    href: '/documents',
    icon: FileText,
    keywords: ['Documents', 'Files', 'Upload Document'],
    also: ['/documents-enhanced'],
  },
  { label: 'HR', page: 'hr', href: '/hr', icon: IdCard, keywords: ['Human resources', 'Staff'] },
  {
    label: 'People',
    href: '/people',
    icon: ContactRound,
    keywords: ['Directory', 'Colleagues', 'Employees', 'Team'],
  },
  {
    label: 'Marketing',
    page: 'marketing',
    href: '/marketing',
    icon: Megaphone,
    keywords: ['Campaigns'],
  },
  {
    label: 'Fleet Operations',
    page: 'fleet_operations',
    href: '/fleet',
    icon: Car,
    keywords: ['Inventory', 'Stock', 'Vehicles', 'Cars', 'Lot'],
  },
  {
    label: 'Reports',
    page: 'reports',
    href: '/reports',
    icon: ChartColumn,
    keywords: ['Figures', 'Analytics', 'Statistics'],
  },
  {
    label: 'Utilities',
    page: 'utilities',
    href: '/utilities',
    icon: Wrench,
    keywords: ['Tools', 'Utilities Hub'],
  },
  {
    label: 'Settings',
    page: 'settings',
    href: '/settings',
    icon: Settings,
    keywords: ['Preferences', 'Options'],
  },
  {
    label: 'Admin Tools',
    page: 'admin_panel',
    href: '/admin-tools',
    icon: ShieldCheck,
    keywords: ['Administration', 'User Management', 'System Management'],
    also: ['/admin'],
  },
];

/** For technicians of repair orders, whatever their permissions. */
export const myWork: NavigationEntry = { label: 'My Work', href: '/my-work', icon: ClipboardList };

const isOpenTo = ({ page }: SidebarEntry, user: Grants) =>
  permits(page ? { page } : 'signedIn', user);

/** The pages this user may see, in sidebar order. */
export function listPages(user: Grants): NavigationEntry[] {
  return navigation.filter((entry) => isOpenTo(entry, user));
}

/** Whether the path belongs to a page of the sidebar that this user may not see. */
export function isClosed(path: string, user: Grants): boolean {
  const entry = navigation.find((one) => isCurrent(one, path));
  return entry !== undefined && !isOpenTo(entry, user);
}

/** Whether the path is this entry's page or below it. */
export function isCurrent({ href, also = [] }: NavigationEntry, path: string): boolean {
  if (href === '/') return path === '/';
  return [href, ...also].some((root) => path === root || path.startsWith(`${root}/`));
}
