import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type Forecourt, startForecourt } from '../../src/main/forecourt.ts';
import { carSource, fillCars, kona, truck } from '../../src/modules/records/test/cars.ts';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { copyOfFirstStart } from '../support/process.ts';
import { openConversation, panel, row, sendMessage } from './chat.ts';
import { test as base, expect, expectAccessible, noPage, type ServerInstance } from './fixtures.ts';

let forecourt: Forecourt;

const permissions = {
  store_access: ['ford'],
  page_permissions: ['dashboard', 'fleet_operations'],
  feature_permissions: ['view_data'],
};

async function updateUser(username: string, fields: object): Promise<void> {
  await forecourt.platform.db
    .updateTable('users')
    .set(fields)
    .where('username', '=', username)
    .execute();
}

async function setPermissions(admin: Page, page: Page, body: object): Promise<void> {
  const { id } = await (await page.request.get('/api/user')).json();
  const response = await admin.request.patch(`/api/users/${id}/permissions`, { data: body });
  expect(response.status()).toBe(200);
}

// The server runs in this process, with test vehicles as a source of records.
const test = base.extend<object, { server: ServerInstance }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const dataDir = await copyOfFirstStart();
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
      const log = createLog(process.env.TEST_LOG ?? 'silent');
      forecourt = await startForecourt(config, log, undefined, carSource);
      fillCars();
      await updateUser('manager', permissions);
      await updateUser('employee', { ...permissions, store_access: ['hyundai'] });
      const never = () =>
        Promise.reject(new Error('Not available: the server runs in this process'));
      const processControls = { killAndRestart: never, pause: never, resume: never, stop: never };
      await use({ url: forecourt.url, dataDir, ...processControls });
      await forecourt.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

const card = (page: Page, name: string) => page.getByRole('dialog', { name });

test('shows a VIN as a vehicle card only to those who may see the vehicle, and removes it when access is revoked', async ({
  person,
}) => {
  const [manager, employee] = [await person('manager'), await person('employee')];
  const admin = await person('admin', noPage);
  await openConversation(manager, 'Sales');
  await openConversation(employee, 'Sales');
  await sendMessage(manager, `${truck.vin} is where? Next to ${kona.vin}?`);
  const [managerRow, employeeRow] = [row(manager, 'is where?'), row(employee, 'is where?')];
  const reference = managerRow.getByRole('button', { name: truck.vin });
  await expect(reference).toBeVisible();
  await expect(employeeRow.getByRole('button', { name: kona.vin })).toBeVisible();
  await expect(managerRow.getByRole('button', { name: kona.vin })).toHaveCount(0);
  await expect(employeeRow.getByRole('button', { name: truck.vin })).toHaveCount(0);

  await reference.hover();
  await expect(card(manager, truck.title)).toBeVisible();
  await expect(card(manager, truck.title).getByText(`Stock ${truck.stock}`)).toBeVisible();
  await manager.mouse.move(5, 5);
  await expect(card(manager, truck.title)).toHaveCount(0);
  await reference.focus();
  await manager.keyboard.press('Enter');
  await expect(card(manager, truck.title)).toBeVisible();
  await expectAccessible(manager);
  await expect(
    card(manager, truck.title).getByRole('link', { name: 'Open record' }),
  ).toHaveAttribute('href', '/fleet?vehicle=1');
  await manager.keyboard.press('Escape');
  await expect(card(manager, truck.title)).toHaveCount(0);

  await test.step('revoked access removes the card and the conversation while they are open', async () => {
    // The VIN comes first: the action bar covers the end of the line.
    await sendMessage(manager, `${truck.vin}: ready for delivery`);
    const reference = row(manager, 'ready for delivery').getByRole('button', { name: truck.vin });
    await expect(reference).toBeVisible();
    await setPermissions(admin, manager, { storeAccess: ['chevrolet'] });
    await expect(reference).toHaveCount(0);
    await expect(row(manager, 'ready for delivery')).toBeVisible();

    await setPermissions(admin, manager, { storeAccess: permissions.store_access });
    await expect(reference).toBeVisible();
    await reference.click();
    await card(manager, truck.title).getByRole('button', { name: 'Open conversation' }).click();
    await expect(panel(manager).getByRole('region', { name: truck.title })).toBeVisible();
    await sendMessage(manager, 'Following this one');
    await expect(row(manager, 'Following this one')).toBeVisible();
    await setPermissions(admin, manager, { pagePermissions: ['dashboard'] });
    await expect(panel(manager).getByRole('region', { name: truck.title })).toHaveCount(0);
    await expect(panel(manager).getByRole('region', { name: 'Team Directory' })).toBeVisible();
    await expect(manager.getByText('Following this one')).toHaveCount(0);
    await setPermissions(admin, manager, { pagePermissions: permissions.page_permissions });
  });

  await test.step('revoked access also closes a conversation that was not joined', async () => {
    await sendMessage(employee, `${kona.vin}: anything new?`);
    await row(employee, 'anything new').getByRole('button', { name: kona.vin }).click();
    await card(employee, kona.title).getByRole('button', { name: 'Open conversation' }).click();
    const conversation = panel(employee).getByRole('region', { name: kona.title });
    await expect(conversation.getByRole('button', { name: `Join ${kona.title}` })).toBeVisible();
    await setPermissions(admin, employee, { featurePermissions: [] });
    await expect(conversation).toHaveCount(0);
    await expect(panel(employee).getByRole('region', { name: 'Team Directory' })).toBeVisible();
    await setPermissions(admin, employee, { featurePermissions: permissions.feature_permissions });
  });
});

test('opens the conversation of a record, lists its other mentions, and keeps its compact card hidden once hidden', async ({
  person,
}) => {
  const page = await person('manager', '/');
  await openConversation(page, 'Sales');
  await sendMessage(page, `STK ${truck.stock}: detail is done`);
  await row(page, 'detail is done')
    .getByRole('button', { name: `STK ${truck.stock}` })
    .click();
  await card(page, truck.title).getByRole('button', { name: 'Open conversation' }).click();
  const conversation = panel(page).getByRole('region', { name: truck.title });
  await expect(conversation).toBeVisible();
  await expect(conversation.getByText('Record conversation')).toBeVisible();
  await sendMessage(page, 'Keys are on the board');
  await expect(row(page, 'Keys are on the board')).toBeVisible();
  await conversation.getByRole('button', { name: 'Conversations' }).click();
  const list = panel(page).getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('button', { name: truck.title }).click();
  await expect(conversation).toBeVisible();

  const details = page.getByRole('dialog', { name: 'About this record' });
  const button = conversation.getByRole('button', { name: 'About this record' });
  // A mention is indexed after its message is sent, and fetched on each opening.
  await expect(async () => {
    await button.click();
    await expect(details.getByText('Mentioned elsewhere')).toBeVisible();
    const matches = await details.getByText('detail is done').count();
    if (matches === 0) await button.click();
    expect(matches).toBe(1);
  }).toPass();
  await expect(details.getByText(/Mentioned in #Sales by/).first()).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: /detail is done/ }).click();
  await expect(panel(page).getByRole('region', { name: 'Sales' })).toBeVisible();
  await expect(row(page, 'detail is done')).toBeVisible();

  await test.step('a compact card under a message loaded earlier stays hidden once hidden', async () => {
    await openConversation(page, 'Service');
    await sendMessage(page, `${truck.vin}: loaner back`);
    await expect(row(page, 'loaner back').getByRole('button', { name: truck.vin })).toBeVisible();
    await openConversation(page, 'Management');
    await openConversation(page, 'Service');
    const link = row(page, 'loaner back').getByRole('link', { name: new RegExp(truck.title) });
    await expect(link).toBeVisible();
    await row(page, 'loaner back').getByRole('button', { name: 'Hide record' }).click();
    await expect(link).toHaveCount(0);
    await openConversation(page, 'Management');
    await openConversation(page, 'Service');
    await expect(
      row(page, 'loaner back').getByRole('button', { name: 'Show record' }),
    ).toBeVisible();
    await expect(link).toHaveCount(0);
  });
});
