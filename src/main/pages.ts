import type { ComponentType } from 'react';
import type { CurrentUser } from '../modules/access/contract.ts';
import { payrollAccess } from '../modules/payroll/contract/rights.ts';
import { workAccess } from '../modules/repair-orders/contract/order.ts';
import { adminToolsAccess } from '../modules/shell/web/home.ts';
import { type Access, permits } from '../platform/contract/access.ts';
import type { Neighbor } from '../platform/web/ui/frame/PageHeader.tsx';
import { type LazyPart, lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import type { Address } from './firstCalls.ts';

interface Named {
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
  /** Slug of the public page that describes the module, until it is available. */
  slug?: string;
}
type PageProps = Named & { user: CurrentUser };
type OpenProps = { slug: string; loadNext: () => Promise<unknown> };

type Source<P extends object> = () => Promise<{ default: ComponentType<P> }>;

/** A page inside the layout, which stays even if the page fails. */
const page = <P extends object>(source: Source<P>) => lazyPart(source, { place: 'page' });

/** Fills the window. */
const windowPart = <P extends object>(source: Source<P>) => lazyPart(source, { place: 'window' });

export const shell = windowPart(() => import('../modules/shell/web/Shell.tsx'));

/**
 * What shows a conversation beside the page. Side by side, although the last one asks for the others, too: it makes them
 * render without a placeholder first.
 */
export const loadConversation = () =>
  Promise.all([
    import('../modules/shell/web/chat/ChatContents.tsx'),
    import('../modules/chat/web/panel/PanelBody.tsx'),
    import('../modules/shell/web/chat/ChatFrame.tsx').then((frame) => frame.ChatContents.load()),
  ]);

export const denied = page(() => import('../modules/shell/web/AccessDenied.tsx'));
export const awaitingApproval = page(() => import('../modules/shell/web/AwaitingApproval.tsx'));
export const notFound = windowPart<OpenProps>(
  () => import('../modules/shell/web/NotFoundPage.tsx'),
);

const onboarding = page<PageProps>(() => import('../modules/onboarding/web/OnboardingPage.tsx'));
const peopleTasks = page<PageProps>(() => import('../modules/onboarding/web/TasksPage.tsx'));
const home = page<PageProps>(() => import('./Home.tsx'));
const comingSoon = page<PageProps>(() => import('../modules/public-site/web/ComingSoonPage.tsx'));
const fleet = page<PageProps>(() => import('./Fleet.tsx'));
const adminTools = page<PageProps>(() => import('../modules/admin/web/AdminToolsPage.tsx'));
const settings = page<PageProps>(() => import('../modules/settings/web/SettingsPage.tsx'));
const timesheets = page<PageProps>(() => import('./Timesheets.tsx'));
const payroll = page<PageProps>(() => import('../modules/payroll/web/PayrollPage.tsx'));
const requests = page<PageProps>(() => import('../modules/requests/web/RequestsPage.tsx'));
const utilities = page<PageProps>(() => import('../modules/utilities/web/UtilitiesPage.tsx'));

const repairOrders = page<PageProps>(() => import('./RepairOrders.tsx'));

const myWork = page<PageProps>(() => import('../modules/repair-orders/web/MyWorkPage.tsx'));

const reports = page<PageProps>(() => import('../modules/reports/web/ReportsPage.tsx'));

const leads = page<PageProps>(() => import('../modules/leads/web/LeadsPage.tsx'));

const credentials = page<PageProps>(() => import('../modules/credentials/web/CredentialsPage.tsx'));

const auth = windowPart<OpenProps>(() => import('../modules/access/web/sign-in/AuthPage.tsx'));
const resetPassword = windowPart<OpenProps>(
  () => import('../modules/access/web/password/ResetPasswordPage.tsx'),
);
const confirmEmail = windowPart<OpenProps>(
  () => import('../modules/access/web/email/ConfirmEmailPage.tsx'),
);
const deals = page<PageProps>(() => import('./Deals.tsx'));
const documentsPage = page<PageProps>(() => import('./Documents.tsx'));
const jackets = page<PageProps>(() => import('../modules/jackets/web/JacketsPage.tsx'));
const hr = page<PageProps>(() => import('../modules/employees/web/HrPage.tsx'));
const recruiting = page<PageProps>(() => import('../modules/recruiting/web/RecruitingPage.tsx'));
const people = page<PageProps>(() => import('./People.tsx'));
const timeOff = page<PageProps>(() => import('../modules/time-off/web/TimeOffPage.tsx'));
const schedule = page<PageProps>(() => import('../modules/schedules/web/SchedulePage.tsx'));
const customersPage = page<PageProps>(() => import('./Customers.tsx'));
const kiosk = windowPart<OpenProps>(() => import('../modules/kiosk/web/KioskPage.tsx'));
const kiosks = page<PageProps>(() => import('../modules/kiosk/web/KiosksPage.tsx'));
const features = windowPart<OpenProps>(() => import('../modules/public-site/web/FeaturesPage.tsx'));
const feature = windowPart<OpenProps>(() => import('../modules/public-site/web/FeaturePage.tsx'));
const apiDocs = windowPart<OpenProps>(() => import('../modules/system/web/docs/ApiDocsPage.tsx'));
const noticeProof = windowPart<OpenProps>(
  () => import('../modules/notices/web/proof/ProofPage.tsx'),
);

/** A page inside the layout, for signed-in users with its permission. */
export interface Guarded extends Named {
  /** Any one of several is enough. */
  access: Access | readonly Access[];
  page: LazyPart<PageProps>;
}

const ofCustomers: readonly Neighbor[] = [
  { href: '/customers', label: 'Customers' },
  { href: '/customers/leads', label: 'Leads' },
  { href: '/customers/deals', label: 'Deals' },
  { href: '/customers/repair-orders', label: 'Repair orders' },
];
const besides = (href: string) => ofCustomers.filter((one) => one.href !== href);

const customers: Guarded = {
  title: 'Customer Management',
  neighbors: besides('/customers'),
  subtitle: 'Customers, households and their vehicles',
  access: { page: 'customer_management' },
  page: customersPage,
};
const documents: Guarded = {
  title: 'Document Management',
  subtitle: 'Deal jackets, repair orders and personnel files',
  neighbors: [{ href: '/documents/jackets', label: 'Jackets and titles' }],
  access: { page: 'document_management' },
  page: documentsPage,
};

export const guarded: Record<string, Guarded> = {
  '/': { title: 'Dashboard Overview', access: { page: 'dashboard' }, page: home },
  '/customers': customers,
  '/customer-management': customers,
  '/customers/deals': {
    title: 'Deals',
    neighbors: besides('/customers/deals'),
    subtitle: 'Sold vehicles, buyers and open items',
    access: { page: 'customer_management' },
    page: deals,
  },
  '/customers/repair-orders': {
    title: 'Repair Orders',
    neighbors: besides('/customers/repair-orders'),
    subtitle: 'Open work, promised times and technicians',
    access: { page: 'customer_management' },
    page: repairOrders,
  },
  '/customers/leads': {
    title: 'Leads',
    neighbors: besides('/customers/leads'),
    subtitle: 'New inquiries and responses',
    access: { page: 'customer_management' },
    page: leads,
  },
  '/my-work': {
    title: 'My Work',
    subtitle: 'Repair order lines that name you as the technician',
    access: workAccess.read,
    page: myWork,
  },
  '/documents': documents,
  '/documents/jackets': {
    title: 'Jackets and Titles',
    subtitle: 'What deals, repair orders and new hires lack, and title work',
    neighbors: [{ href: '/documents', label: 'Documents' }],
    access: [
      { page: 'document_management' },
      { page: 'customer_management', feature: 'view_data' },
    ],
    page: jackets,
  },
  '/documents-enhanced': documents,
  '/hr': {
    title: 'HR',
    subtitle: 'Employees, files and hours',
    neighbors: [
      { href: '/people', label: 'People' },
      { href: '/people/credentials', label: 'Credentials' },
      { href: '/hr/payroll', label: 'Payroll' },
      { href: '/hr/onboarding', label: 'Onboarding' },
      { href: '/people/recruiting', label: 'Recruiting' },
    ],
    access: { page: 'hr' },
    page: hr,
  },
  '/hr/payroll': {
    title: 'Payroll',
    subtitle: 'Hours by pay period: review, lock and export',
    neighbors: [{ href: '/hr', label: 'HR' }],
    access: payrollAccess,
    page: payroll,
  },
  '/people/time-off': {
    title: 'Time Off',
    subtitle: 'Balances, requests and who is away',
    neighbors: [{ href: '/people', label: 'People' }],
    access: 'signedIn',
    page: timeOff,
  },
  // Managers without the page of HR see the lists of their own people.
  '/hr/onboarding': {
    title: 'Onboarding',
    subtitle: 'Who starts, who leaves, and what needs to be done',
    neighbors: [
      { href: '/hr', label: 'HR' },
      { href: '/people/tasks', label: 'My tasks' },
    ],
    access: 'signedIn',
    page: onboarding,
  },
  '/people': {
    title: 'People',
    subtitle: 'Who works where, and who reports to whom',
    neighbors: [
      { href: '/people/time-off', label: 'Time off' },
      { href: '/people/schedule', label: 'Schedule' },
      { href: '/people/credentials', label: 'Credentials' },
      { href: '/people/tasks', label: 'My tasks' },
    ],
    access: 'signedIn',
    page: people,
  },
  '/people/credentials': {
    title: 'Credentials',
    subtitle: 'Licenses, certifications and when they expire',
    neighbors: [{ href: '/people', label: 'People' }],
    access: 'signedIn',
    page: credentials,
  },
  '/people/tasks': {
    title: 'My Tasks',
    subtitle: 'Your tasks when someone starts or leaves',
    neighbors: [{ href: '/people', label: 'People' }],
    access: 'signedIn',
    page: peopleTasks,
  },
  '/people/recruiting': {
    title: 'Recruiting',
    subtitle: 'Positions, applicants and interviews',
    neighbors: [{ href: '/people', label: 'People' }],
    access: 'signedIn',
    page: recruiting,
  },
  '/people/schedule': {
    title: 'Schedule',
    subtitle: 'Shifts, swaps and coverage',
    neighbors: [{ href: '/people', label: 'People' }],
    access: 'signedIn',
    page: schedule,
  },
  '/marketing': {
    title: 'Marketing',
    subtitle: 'Segments, campaigns and results',
    slug: 'marketing',
    access: { page: 'marketing' },
    page: comingSoon,
  },
  '/fleet': {
    title: 'Fleet Operations',
    subtitle: 'Inventory, reconditioning and loaners',
    access: { page: 'fleet_operations' },
    page: fleet,
  },
  '/reports': {
    title: 'Reports',
    subtitle: 'Figures by store and department',
    access: { page: 'reports' },
    page: reports,
  },
  '/utilities': {
    title: 'Utilities',
    subtitle: 'Shortcuts, time clock, notes and scanner',
    access: { page: 'utilities' },
    page: utilities,
  },
  '/utilities/timesheets': {
    title: 'Timesheets',
    subtitle: 'Hours, breaks and corrections by week',
    neighbors: [{ href: '/utilities/kiosks', label: 'Kiosks' }],
    access: { page: 'utilities', feature: 'utilities' },
    page: timesheets,
  },
  '/utilities/kiosks': {
    title: 'Kiosks',
    subtitle: 'Shared devices to punch at, PINs and where employees may punch',
    neighbors: [{ href: '/utilities/timesheets', label: 'Timesheets' }],
    access: [
      { page: 'utilities', feature: 'utilities' },
      { page: 'hr', feature: 'manage_users' },
    ],
    page: kiosks,
  },
  '/requests': {
    title: 'Requests',
    subtitle: 'Requests between employees and departments',
    access: 'signedIn',
    page: requests,
  },
  '/settings': {
    title: 'Settings',
    subtitle: 'Your profile and preferences',
    access: { page: 'settings' },
    page: settings,
  },
  '/profile': {
    title: 'Profile',
    subtitle: 'Your name, photo, password and devices',
    access: 'signedIn',
    page: settings,
  },
  '/admin-tools': {
    title: 'Admin Tools',
    subtitle: 'Comprehensive user management and permissions system',
    access: adminToolsAccess,
    page: adminTools,
  },
  '/admin/system-connectors': {
    title: 'System Connectors',
    subtitle: 'Email, webhooks, lead intake and feeds',
    slug: 'data-management',
    access: { admin: 'system_connectors' },
    page: comingSoon,
  },
};

/** Pages without the layout, for signed-in users only. */
export const bare: Record<string, LazyPart<OpenProps>> = { '/api/docs': apiDocs };

/** Public pages; every feature path shows the same page with another feature. */
export const open: Record<string, LazyPart<OpenProps>> = {
  '/auth': auth,
  '/reset-password': resetPassword,
  '/confirm-email': confirmEmail,
  '/notices/proof': noticeProof,
  '/kiosk': kiosk,
  '/public/features': features,
  '/public/features/customer-management': feature,
  '/public/features/document-management': feature,
  '/public/features/data-management': feature,
  '/public/features/hr': feature,
  '/public/features/hr-payroll': feature,
  '/public/features/marketing': feature,
  '/public/features/fleet': feature,
  '/public/features/fleet-operations': feature,
  '/public/features/reports': feature,
  '/public/features/reports-analytics': feature,
};

/** `/hr/` is `/hr`. */
export function plain(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The channel that an address opens beside its page; undefined if there is none, or if the user has no chat. */
export function openedChannel(
  { path, search }: Address,
  user: CurrentUser | null | undefined,
): string | undefined {
  const channelId = new URLSearchParams(search).get('channel');
  const isOpened = channelId && user && !user.mustChangePassword && permits('signedIn', user);
  return isOpened && Object.hasOwn(guarded, plain(path)) ? channelId : undefined;
}
