import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './fixtures.ts';

// Screenshots of every screen, light and dark, wide and narrow, to be reviewed by eye.

const folder = path.resolve(import.meta.dirname, '../../shots');
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

interface Screen {
  name: string;
  address: string;
  as?: string;
  prepare?(page: Page): Promise<void>;
}

const openChat = async (page: Page) => {
  await page.getByRole('button', { name: 'Open chat' }).click();
};
const openConversation =
  (channelId: string, ready: (page: Page) => Locator) => async (page: Page) => {
    const detail = { channelId };
    await page.evaluate(
      (to) => window.dispatchEvent(new CustomEvent('chatNavigate', { detail: to })),
      detail,
    );
    await ready(page).waitFor();
  };
const box = (name: string) => (page: Page) =>
  page.getByRole('textbox', { name: `Message ${name}` });
const openSales = openConversation('sales', box('Sales'));
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).last().click();
const then =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const openFirst = (list: string) => async (page: Page) => {
  await page
    .getByRole('table', { name: list })
    .or(page.getByRole('list', { name: list }))
    .getByRole('link')
    .first()
    .click();
};
const waitForHeading = async (page: Page) => {
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
};

const screens: Screen[] = [
  { name: 'auth', address: '/auth' },
  {
    name: 'auth-forgot',
    address: '/auth',
    prepare: (page) => page.getByRole('button', { name: 'Forgot Password?' }).click(),
  },
  {
    name: 'auth-register',
    address: '/auth',
    prepare: (page) => page.getByRole('button', { name: 'Request an account' }).click(),
  },
  { name: 'features', address: '/public/features' },
  { name: 'feature', address: '/public/features/fleet' },
  { name: 'home', address: '/', as: 'manager' },
  { name: 'home-employee', address: '/', as: 'employee' },
  { name: 'home-chat', address: '/', as: 'admin', prepare: openSales },
  { name: 'chat-directory', address: '/customers', as: 'manager', prepare: openChat },
  { name: 'chat-channel', address: '/customers', as: 'manager', prepare: openSales },
  {
    name: 'chat-threads',
    address: '/',
    as: 'admin',
    prepare: openConversation('threads', (page) => page.getByRole('region', { name: 'Threads' })),
  },
  {
    name: 'chat-starred',
    address: '/',
    as: 'admin',
    prepare: openConversation('starred', (page) => page.getByRole('region', { name: 'Starred' })),
  },
  {
    name: 'chat-general',
    address: '/',
    as: 'admin',
    prepare: openConversation('general', box('General')),
  },
  {
    name: 'chat-search',
    address: '/',
    as: 'admin',
    prepare: then(openSales, press('Search messages'), async (page) => {
      await page.getByRole('combobox', { name: 'Search messages' }).fill('mustang');
      await page.getByRole('listbox', { name: 'Search results' }).waitFor();
    }),
  },
  { name: 'chat-filters', address: '/', as: 'admin', prepare: then(openSales, press('Filters')) },
  {
    name: 'chat-add',
    address: '/',
    as: 'admin',
    prepare: then(openSales, press('More to add')),
  },
  {
    name: 'notifications',
    address: '/',
    as: 'admin',
    prepare: press(/^Notifications/),
  },
  {
    name: 'palette',
    address: '/',
    as: 'admin',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Platform Search' }).getByRole('combobox').fill('ser');
    },
  },
  { name: 'coming-soon', address: '/marketing', as: 'admin' },
  { name: 'fleet-stock', address: '/fleet', as: 'manager' },
  {
    name: 'fleet-vehicle',
    address: '/fleet?status=frontline&condition=used',
    as: 'manager',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /F-150|Explorer|Escape|20\d\d/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'History', exact: true }).waitFor();
    },
  },
  { name: 'fleet-recon', address: '/fleet?view=recon', as: 'manager' },
  { name: 'reports', address: '/reports', as: 'executive' },
  {
    name: 'reports-sales',
    address: '/reports?report=sales&period=last_12_months&by=make',
    as: 'executive',
    prepare: async (page) => {
      await page.getByRole('rowheader').nth(1).waitFor();
      await page.locator('[data-line], .recharts-surface').first().waitFor();
    },
  },
  { name: 'admin-users', address: '/admin-tools', as: 'admin' },
  {
    name: 'admin-edit',
    address: '/admin-tools?search=employee@',
    as: 'admin',
    prepare: (page) => page.getByRole('button', { name: /^Edit/ }).click(),
  },
  { name: 'admin-review', address: '/admin-tools?view=review', as: 'admin' },
  { name: 'admin-activity', address: '/admin-tools?view=activity', as: 'admin' },
  { name: 'admin-system', address: '/admin-tools#system', as: 'admin' },
  {
    name: 'admin-logs',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: press('View System Logs'),
  },
  {
    name: 'admin-mail-templates',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: then(press('Email Templates'), async (page) => {
      await page.getByRole('dialog').getByTitle('Email preview').waitFor();
    }),
  },
  {
    name: 'admin-mail-test',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: then(press('Email Templates'), press(/^Test email/)),
  },
  {
    name: 'admin-mail-outbox',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: then(press('Open outbox'), async (page) => {
      await page
        .getByRole('dialog', { name: 'Email outbox' })
        .getByText(/@|No emails/)
        .first()
        .waitFor();
    }),
  },
  {
    name: 'admin-retention-period',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: press('Change the period of Service records'),
  },
  {
    name: 'admin-retention-holds',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: then(press('Legal holds'), press('Place a hold')),
  },
  {
    name: 'admin-retention-destruction',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: press(/^Destruction$/),
  },
  {
    name: 'admin-retention-register',
    address: '/admin-tools#system',
    as: 'admin',
    prepare: press('Destruction register'),
  },
  { name: 'customers', address: '/customers', as: 'manager' },
  {
    name: 'customer',
    address: '/customers',
    as: 'manager',
    prepare: then(openFirst('Customers'), waitForHeading),
  },
  { name: 'customer-new', address: '/customers', as: 'manager', prepare: press('Add customer') },
  { name: 'customer-duplicates', address: '/customers?view=duplicates', as: 'admin' },
  { name: 'leads', address: '/customers/leads', as: 'manager' },
  { name: 'leads-list', address: '/customers/leads?view=list', as: 'manager' },
  { name: 'lead-new', address: '/customers/leads', as: 'manager', prepare: press('Add lead') },
  {
    name: 'lead-routing',
    address: '/customers/leads',
    as: 'manager',
    prepare: then(press('Set up'), async (page) => {
      await page.getByRole('menuitem', { name: 'Lead routing…' }).click();
      await page.getByRole('dialog', { name: 'Lead routing' }).waitFor();
    }),
  },
  { name: 'deals', address: '/customers/deals', as: 'manager' },
  {
    name: 'deal',
    address: '/customers/deals?status=all',
    as: 'manager',
    prepare: then(openFirst('Deals'), waitForHeading),
  },
  { name: 'deal-new', address: '/customers/deals', as: 'manager', prepare: press('New deal') },
  { name: 'people', address: '/people', as: 'employee' },
  { name: 'people-chart', address: '/people?view=chart', as: 'employee' },
  {
    name: 'employee',
    address: '/people?q=maria',
    as: 'denise.abernathy',
    prepare: then(openFirst('People'), waitForHeading),
  },
  { name: 'hr', address: '/hr', as: 'denise.abernathy' },
  { name: 'hr-changes', address: '/hr?view=changes', as: 'denise.abernathy' },
  { name: 'hr-equipment', address: '/hr?view=equipment', as: 'denise.abernathy' },
  { name: 'hr-access', address: '/hr?view=access', as: 'denise.abernathy' },
  { name: 'payroll', address: '/hr/payroll', as: 'denise.abernathy' },
  { name: 'payroll-periods', address: '/hr/payroll?view=periods', as: 'denise.abernathy' },
  { name: 'onboarding', address: '/hr/onboarding', as: 'denise.abernathy' },
  {
    name: 'onboarding-employee',
    address: '/hr/onboarding',
    as: 'denise.abernathy',
    prepare: then(openFirst('Onboarding and offboarding'), waitForHeading),
  },
  {
    name: 'onboarding-checklists',
    address: '/hr/onboarding?view=checklists',
    as: 'denise.abernathy',
  },
  { name: 'people-tasks', address: '/people/tasks', as: 'denise.abernathy' },
  { name: 'credentials', address: '/people/credentials?view=all', as: 'denise.abernathy' },
  {
    name: 'credentials-submissions',
    address: '/people/credentials?view=submissions',
    as: 'denise.abernathy',
  },
  { name: 'credentials-own', address: '/people/credentials', as: 'employee' },
  { name: 'recruiting', address: '/people/recruiting', as: 'denise.abernathy' },
  {
    name: 'recruiting-applicants',
    address: '/people/recruiting?view=applicants',
    as: 'denise.abernathy',
  },
  { name: 'schedule-own', address: '/people/schedule', as: 'employee' },
  { name: 'schedule-week', address: '/people/schedule?view=week', as: 'manager' },
  { name: 'schedule-now', address: '/people/schedule?view=now', as: 'manager' },
  { name: 'schedule-swaps', address: '/people/schedule?view=swaps', as: 'manager' },
  { name: 'time-off-own', address: '/people/time-off', as: 'employee' },
  { name: 'time-off-approvals', address: '/people/time-off?view=approvals', as: 'manager' },
  { name: 'time-off-calendar', address: '/people/time-off?view=calendar', as: 'manager' },
  { name: 'time-off-people', address: '/people/time-off?view=people', as: 'denise.abernathy' },
  { name: 'time-off-settings', address: '/people/time-off?view=settings', as: 'denise.abernathy' },
  { name: 'jackets', address: '/documents/jackets', as: 'joan.whitaker' },
  { name: 'jackets-titles', address: '/documents/jackets?view=titles', as: 'joan.whitaker' },
  { name: 'stipulations', address: '/documents/jackets?view=stipulations', as: 'joan.whitaker' },
  { name: 'profile', address: '/profile', as: 'employee' },
  { name: 'system-connectors', address: '/admin/system-connectors', as: 'admin' },
  { name: 'documents', address: '/documents', as: 'joan.whitaker' },
  {
    name: 'documents-search',
    address: '/documents?q=odometer&cabinet=deals',
    as: 'joan.whitaker',
    prepare: (page) =>
      page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check(),
  },
  {
    name: 'document',
    address: '/documents',
    as: 'joan.whitaker',
    prepare: then(openFirst('Documents'), waitForHeading, async (page) => {
      await page.getByRole('img', { name: /, page 1$/ }).waitFor();
    }),
  },
  {
    name: 'document-file',
    address: '/documents?scope=inbox',
    as: 'joan.whitaker',
    prepare: then(openFirst('Documents'), waitForHeading, press('File')),
  },
  {
    name: 'document-pages',
    address: '/documents',
    as: 'joan.whitaker',
    prepare: then(openFirst('Documents'), waitForHeading, press('Arrange pages')),
  },
  { name: 'document-upload', address: '/documents?new=upload', as: 'joan.whitaker' },
  { name: 'my-work', address: '/my-work', as: 'deshawn.pruitt' },
  { name: 'repair-orders', address: '/customers/repair-orders', as: 'walt.jankowski' },
  {
    name: 'repair-order',
    address: '/customers/repair-orders',
    as: 'walt.jankowski',
    prepare: then(openFirst('Repair orders'), waitForHeading),
  },
  {
    name: 'repair-order-new',
    address: '/customers/repair-orders',
    as: 'walt.jankowski',
    prepare: press('New repair order'),
  },
  { name: 'requests', address: '/requests', as: 'manager' },
  { name: 'timesheet', address: '/utilities/timesheets', as: 'employee' },
  { name: 'kiosk', address: '/kiosk' },
  { name: 'kiosks', address: '/utilities/kiosks', as: 'gm' },
  { name: 'kiosks-pins', address: '/utilities/kiosks?view=pins', as: 'gm' },
  { name: 'kiosks-rules', address: '/utilities/kiosks?view=rules', as: 'gm' },
  { name: 'timesheets-team', address: '/utilities/timesheets?view=team', as: 'manager' },
  { name: 'fleet-out', address: '/fleet?view=out', as: 'manager' },
  { name: 'fleet-transit', address: '/fleet?view=transit', as: 'manager' },
  { name: 'fleet-transfers', address: '/fleet?view=transfers', as: 'manager' },
  { name: 'fleet-walks', address: '/fleet?view=walks', as: 'manager' },
  { name: 'vehicle-new', address: '/fleet', as: 'manager', prepare: press('Add vehicle') },
  { name: 'notes', address: '/utilities#notes-manager', as: 'manager' },
  { name: 'scanner', address: '/utilities#barcode-scanner', as: 'manager' },
  { name: 'api-docs', address: '/api/docs', as: 'admin' },
  {
    name: 'chat-settings',
    address: '/',
    as: 'admin',
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Chat Settings' }).click();
    },
  },
  {
    name: 'registrations',
    address: '/admin-tools',
    as: 'admin',
    prepare: press(/^Registrations/),
  },
  { name: 'settings', address: '/settings', as: 'manager' },
  { name: 'utilities', address: '/utilities', as: 'admin' },
  { name: 'access-denied', address: '/admin-tools', as: 'employee' },
  { name: 'not-found', address: '/no/such/page', as: 'manager' },
];

test.describe.configure({ mode: 'parallel' });

for (const screen of screens) {
  test(screen.name, async ({ person, visitor }) => {
    fs.mkdirSync(folder, { recursive: true });
    const page = screen.as ? await person(screen.as) : visitor;
    for (const theme of ['light', 'dark']) {
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await page.goto(screen.address);
        await page.evaluate((name) => {
          localStorage.clear();
          localStorage.setItem('forecourt-theme', name);
        }, theme);
        await page.reload({ waitUntil: 'networkidle' });
        await screen.prepare?.(page);
        await page.waitForTimeout(400);
        await page.screenshot({ path: path.join(folder, `${screen.name}-${theme}-${size}.png`) });
      }
    }
  });
}
