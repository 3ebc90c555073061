import {
  ArrowLeftRight,
  BadgeDollarSign,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CarFront,
  ChartColumn,
  ClipboardList,
  ClipboardPlus,
  Copy,
  DoorOpen,
  FileInput,
  FileQuestion,
  FileSignature,
  FileUp,
  FolderCheck,
  Footprints,
  Handshake,
  IdCard,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestion,
  Network,
  ScrollText,
  Server,
  ShieldCheck,
  TimerReset,
  Truck,
  UserPlus,
  UserRound,
  UserRoundPlus,
  UserRoundSearch,
  Users,
  Wrench,
} from 'lucide-react';
import {
  read as readCustomers,
  write as writeCustomers,
} from '../modules/customers/contract/fields.ts';
import { canWriteDeals, readAccess as readDeals } from '../modules/deals/contract/deal.ts';
import {
  readAccess as readDocuments,
  writableCabinets,
} from '../modules/documents/contract/cabinets.ts';
import { readableRecords } from '../modules/jackets/contract/rights.ts';
import {
  readAccess as readLeads,
  writeAccess as writeLeads,
} from '../modules/leads/contract/lead.ts';
import { payrollAccess } from '../modules/payroll/contract/rights.ts';
import {
  canWriteOrders,
  readAccess as readOrders,
  workAccess,
} from '../modules/repair-orders/contract/order.ts';
import { type ReportId, readAccess as readReports } from '../modules/reports/contract/report.ts';
import { type UtilityId, utilities } from '../modules/shortcuts/web/public.ts';
import { toolAccess } from '../modules/time-clock/contract.ts';
import {
  readAccess as readVehicles,
  writeAccess as writeVehicles,
} from '../modules/vehicles/contract/vehicle.ts';
import { type Access, type Grants, permits } from '../platform/contract/access.ts';
import type { SearchTarget } from '../platform/web/search/places.ts';

/** The user must have all of them. */
const holding =
  (...needed: Access[]) =>
  (user: Grants) =>
    needed.every((access) => permits(access, user));

const page = (
  href: string,
  label: string,
  icon: LucideIcon,
  access: Access,
  keywords: readonly string[],
): SearchTarget => ({
  id: href,
  kind: 'page',
  label,
  keywords,
  icon,
  href,
  allowed: holding(access),
});

const action = (
  href: string,
  label: string,
  icon: LucideIcon,
  needed: readonly Access[],
  keywords: readonly string[],
): SearchTarget => ({
  id: href,
  kind: 'action',
  label,
  keywords,
  icon,
  href,
  allowed: holding(...needed),
});

const utilityKeywords: Record<UtilityId, readonly string[]> = {
  'heimdall-dashboard': ['Shortcuts', 'Links', 'Bookmarks', 'Quick Access'],
  'time-tracker': ['Punch', 'Hours', 'Attendance', 'Break', 'Clock'],
  'notes-manager': ['Notes', 'Notebook', 'Memo', 'New note', 'Add note'],
  'barcode-scanner': ['Scanner', 'Scan a VIN', 'VIN decoder', 'Camera', 'QR code'],
};

const tools: SearchTarget[] = utilities.map(({ id, label, icon, access }) => ({
  id: `utility-${id}`,
  kind: 'page',
  label,
  icon,
  keywords: utilityKeywords[id],
  href: `/utilities#${id}`,
  allowed: holding({ page: 'utilities' }, access),
}));

const reportNames: Record<ReportId, readonly string[]> = {
  sales: ['Sales report', 'Units', 'Gross', 'Sold cars'],
  finance: ['Finance and insurance report', 'F&I report', 'Products', 'Reserve'],
  inventory: ['Inventory report', 'Stock report', 'Aging', 'Days in stock'],
  recon: ['Reconditioning report', 'Recon report'],
  service: ['Service and parts report', 'Repair order report', 'Labor', 'Effective labor rate'],
  leads: ['Leads report', 'Response times', 'Closing ratio'],
  people: ['Employees and hours report', 'People and hours report', 'Overtime', 'Payroll hours'],
  workforce: ['Workforce report', 'Headcount', 'Turnover', 'Hires', 'Leavers'],
  chat: ['Requests and replies report', 'Chat report'],
};

const reports = Object.entries(reportNames).map(([id, [label = '', ...keywords]]) =>
  page(`/reports?report=${id}`, label, ChartColumn, readReports, keywords),
);

const managesPeople = (user: Grants) => permits({ admin: 'user_management' }, user);
const managesSystem = (user: Grants) =>
  (['system_management', 'system_overview', 'system_connectors'] as const).some((admin) =>
    permits({ admin }, user),
  );
const readsPeople = (user: Grants) =>
  managesPeople(user) || (!managesSystem(user) && permits({ admin: 'admin_tools' }, user));

const administration: SearchTarget[] = [
  {
    ...page('/admin-tools#users', 'User Management', Users, 'signedIn', [
      ...['Users', 'Accounts', 'Add new user', 'Roles', 'Permissions', 'Reset password'],
      'Registrations',
    ]),
    allowed: readsPeople,
  },
  {
    ...page('/admin-tools?view=review#users', 'Access review', ShieldCheck, 'signedIn', [
      ...['Who may do what', 'Rights'],
    ]),
    allowed: managesPeople,
  },
  {
    ...page('/admin-tools?view=activity#users', 'Activity log', ScrollText, 'signedIn', [
      ...['Audit log', 'Who did what', 'History'],
    ]),
    allowed: (user) => readsPeople(user) && permits({ feature: 'audit_logs' }, user),
  },
  {
    ...page('/admin-tools#system', 'System Management', Server, 'signedIn', [
      ...['System logs', 'System information', 'Cache', 'Storage', 'Timezone', 'File retention'],
      ...['Network', 'Email templates', 'Test email', 'Version', 'Import Slack or Mattermost'],
    ]),
    allowed: managesSystem,
  },
];

const jackets: SearchTarget[] = [
  {
    ...page('/documents/jackets', 'Jackets', FolderCheck, 'signedIn', [
      ...['Deal jackets', 'Missing documents', 'Incomplete jackets', 'Checklists'],
    ]),
    allowed: (user) => readableRecords(user).length > 0,
  },
  {
    ...page('/documents/jackets?view=stipulations', 'Stipulations', FileQuestion, 'signedIn', [
      ...['Stips', 'Lender conditions', 'Funding conditions'],
    ]),
    allowed: (user) => readableRecords(user).includes('deal'),
  },
  {
    ...page('/documents/jackets?view=titles', 'Titles', FileSignature, 'signedIn', [
      ...['Title work', 'Trade payoffs', 'Lien releases', 'Temporary tags', 'Registrations'],
    ]),
    allowed: (user) => readableRecords(user).includes('deal'),
  },
];

/** Every page and section beyond the sidebar, and every action, with alternative names. */
const places: readonly SearchTarget[] = [
  page('/customers/leads', 'Leads', Inbox, readLeads, [
    ...['Lead board', 'Prospects', 'Opportunities', 'Pipeline', 'Internet leads'],
  ]),
  page('/customers/deals', 'Deals', Handshake, readDeals, ['Sold', 'Contracts']),
  page('/customers/deals?scope=in_transit', 'Contracts in transit', BadgeDollarSign, readDeals, [
    ...['Deals to fund', 'CIT', 'Funding', 'Unfunded deals'],
  ]),
  page('/my-work', 'My Work', ClipboardList, workAccess.read, [
    ...['Technician', 'My repair orders', 'My lines', 'My jobs'],
  ]),
  page('/customers/repair-orders', 'Repair Orders', Wrench, readOrders, [
    ...['RO', 'ROs', 'Service orders', 'Work orders', 'Workshop', 'Shop'],
  ]),
  page(
    '/customers/repair-orders?scope=late',
    'Repair orders past promised time',
    TimerReset,
    readOrders,
    ['Late repair orders', 'Overdue repair orders'],
  ),
  page('/customers?view=today', 'Today', CalendarDays, readCustomers, [
    ...['My tasks', 'Appointments', 'Showroom log', 'Ups', 'Arrivals', 'To do'],
  ]),
  page('/customers?view=duplicates', 'Duplicates', Copy, readCustomers, [
    ...['Merge customers', 'Duplicate customers'],
  ]),
  page('/documents?scope=inbox', 'Documents to file', FileInput, readDocuments, [
    ...['Document inbox', 'Unfiled documents', 'File documents', 'Scans'],
  ]),
  ...jackets,
  page('/fleet?view=transit', 'Vehicles in transit', Truck, readVehicles, [
    ...['Inbound vehicles', 'Presold vehicles', 'Factory orders'],
  ]),
  page('/fleet?view=recon', 'Reconditioning', Wrench, readVehicles, ['Recon board', 'Detail']),
  page('/fleet?view=out', 'Out now', KeyRound, readVehicles, [
    ...['Loaners', 'Test drives', 'Demos', 'Dealer plates', 'Keys'],
  ]),
  page('/fleet?view=transfers', 'Transfers', ArrowLeftRight, readVehicles, [
    ...['Cars between stores', 'Dealer trade', 'Vehicle transfers'],
  ]),
  page('/fleet?view=walks', 'Lot walks', Footprints, readVehicles, [
    ...['Lot check', 'Stock count', 'Inventory count'],
  ]),
  ...reports,
  ...tools,
  {
    ...page('/utilities/timesheets', 'Timesheets', ClipboardList, 'signedIn', [
      ...['My timesheet', 'Team timesheets', 'Hours', 'Corrections', 'Payroll'],
    ]),
    allowed: holding({ page: 'utilities' }, toolAccess),
  },
  page('/people/time-off', 'Time off', CalendarOff, 'signedIn', [
    ...['PTO', 'Vacation', 'Sick leave', 'Leave', 'Balance', 'Request time off', 'Who is away'],
  ]),
  page('/people/time-off?view=calendar', 'Time off calendar', CalendarDays, 'signedIn', [
    ...['Who is away', 'Absences', 'Holidays', 'Vacation calendar'],
  ]),
  page('/hr/payroll', 'Payroll', BadgeDollarSign, payrollAccess, [
    ...['Pay periods', 'Lock hours', 'Payroll export', 'ADP', 'Paychex', 'Gusto'],
  ]),
  page('/people?view=chart', 'Org chart', Network, 'signedIn', [
    ...['Reporting lines', 'Managers', 'Direct reports', 'Organization'],
  ]),
  page('/people/credentials', 'Credentials', IdCard, 'signedIn', [
    ...['My credentials', 'Licenses', 'Certifications', 'Driver license', 'Salesperson license'],
    ...['Expiring licenses', 'MVR', 'ASE'],
  ]),
  page('/people/schedule', 'Schedule', CalendarClock, 'signedIn', [
    ...['Shifts', 'My schedule', 'Rota', 'Roster', 'Swap shifts', 'Coverage', 'Who is late'],
  ]),
  page('/people/recruiting', 'Recruiting', UserRoundSearch, 'signedIn', [
    ...['Applicants', 'Interviews', 'Positions', 'Openings', 'Hiring', 'Résumés'],
  ]),
  page('/requests', 'Requests', MessageCircleQuestion, 'signedIn', ['Closed requests', 'Tickets']),
  page('/profile', 'Profile', UserRound, 'signedIn', [
    ...['My account', 'Change password', 'Picture', 'Photo', 'Two-factor', 'Devices', 'Sessions'],
  ]),
  ...administration,

  action(
    '/customers?new=customer',
    'Add customer',
    UserPlus,
    [readCustomers, writeCustomers],
    [...['New customer', 'Create customer']],
  ),
  action(
    '/customers?view=today&new=arrival',
    'Log visit',
    DoorOpen,
    [...[readCustomers, writeCustomers]],
    ['Log up', 'Walk-in', 'New arrival', 'Log arrival', 'Log visitor'],
  ),
  action(
    '/customers/leads?new=lead',
    'Add lead',
    UserRoundPlus,
    [readLeads, writeLeads],
    [...['New lead', 'Create lead', 'Walk-in']],
  ),
  {
    ...action(
      '/customers/deals?new=deal',
      'New deal',
      Handshake,
      [readDeals],
      [...['Add deal', 'Write deal', 'Create deal', 'Sell a car']],
    ),
    allowed: (user) => permits(readDeals, user) && canWriteDeals(user),
  },
  {
    ...action(
      '/customers/repair-orders?new=order',
      'New repair order',
      ClipboardPlus,
      [readOrders],
      ['New RO', 'Add repair order', 'Write up', 'Open RO', 'Create repair order'],
    ),
    allowed: (user) => permits(readOrders, user) && canWriteOrders(user),
  },
  {
    ...action(
      '/documents?new=upload',
      'Upload documents',
      FileUp,
      [readDocuments],
      [...['Upload Document', 'Add document', 'Scan', 'New document', 'File a document']],
    ),
    allowed: (user) => writableCabinets(user).length > 0,
  },
  action(
    '/fleet?add=new',
    'Add vehicle',
    CarFront,
    [readVehicles, writeVehicles],
    [...['New vehicle', 'Add car', 'New car', 'Stock in', 'Create vehicle']],
  ),
];

export default places;
