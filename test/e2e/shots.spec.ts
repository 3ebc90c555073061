import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './fixtures.ts';

// Every screen, light and dark, wide and narrow, for a person to look through.

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
const openSales = async (page: Page) => {
  const detail = { channelId: 'sales' };
  await page.evaluate(
    (to) => window.dispatchEvent(new CustomEvent('chatNavigate', { detail: to })),
    detail,
  );
  await page.getByRole('textbox', { name: 'Message Sales' }).waitFor();
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
  { name: 'coming-soon', address: '/fleet', as: 'admin' },
  { name: 'admin-users', address: '/admin-tools', as: 'admin' },
  {
    name: 'admin-edit',
    address: '/admin-tools?search=employee@',
    as: 'admin',
    prepare: (page) => page.getByRole('button', { name: /^Edit/ }).click(),
  },
  { name: 'admin-review', address: '/admin-tools?view=review', as: 'admin' },
  { name: 'admin-activity', address: '/admin-tools?view=activity', as: 'admin' },
  { name: 'settings', address: '/settings', as: 'manager' },
  { name: 'access-denied', address: '/admin-tools', as: 'employee' },
  { name: 'not-found', address: '/no/such/page', as: 'manager' },
];

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
        await page.goto(screen.address, { waitUntil: 'networkidle' });
        await screen.prepare?.(page);
        await page.waitForTimeout(400);
        await page.screenshot({ path: path.join(folder, `${screen.name}-${theme}-${size}.png`) });
      }
    }
  });
}
