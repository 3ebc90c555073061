import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type Forecourt, startForecourt } from '../../src/main/forecourt.ts';
import { carSource, fillCars, kona, truck } from '../../src/modules/records/test/cars.ts';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { copyOfFirstStart } from '../support/process.ts';
import { open, panel, row, say } from './chat.ts';
import { test as base, expect, expectAccessible, type House, noPage } from './fixtures.ts';

let forecourt: Forecourt;

const rights = {
  store_access: ['ford'],
  page_permissions: ['dashboard', 'fleet_operations'],
  feature_permissions: ['view_data'],
};

async function grant(username: string, fields: object): Promise<void> {
  await forecourt.platform.db
    .updateTable('users')
    .set(fields)
    .where('username', '=', username)
    .execute();
}

async function allow(admin: Page, page: Page, body: object): Promise<void> {
  const { id } = await (await page.request.get('/api/user')).json();
  const answer = await admin.request.patch(`/api/users/${id}/permissions`, { data: body });
  expect(answer.status()).toBe(200);
}

// In this process, with a room of vehicles.
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const dataDir = copyOfFirstStart();
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
      const log = createLog(process.env.TEST_LOG ?? 'silent');
      forecourt = await startForecourt(config, log, undefined, carSource);
      fillCars();
      await grant('manager', rights);
      await grant('employee', { ...rights, store_access: ['hyundai'] });
      const never = () => Promise.reject(new Error('It runs in this process'));
      const steps = { killAndRestart: never, pause: never, goOn: never, stop: never };
      await use({ url: forecourt.url, dataDir, ...steps });
      await forecourt.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const card = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a VIN in a message is a card for who may see the car and a word for who may not, also once a right is taken away', async ({
  person,
}) => {
  const [manager, employee] = [await person('manager'), await person('employee')];
  const admin = await person('admin', noPage);
  await open(manager, 'Sales');
  await open(employee, 'Sales');
  await say(manager, `${truck.vin} is where? Next to ${kona.vin}?`);
  const [mine, theirs] = [row(manager, 'is where?'), row(employee, 'is where?')];
  const word = mine.getByRole('button', { name: truck.vin });
  await expect(word).toBeVisible();
  await expect(theirs.getByRole('button', { name: kona.vin })).toBeVisible();
  await expect(mine.getByRole('button', { name: kona.vin })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: truck.vin })).toHaveCount(0);

  await word.hover();
  await expect(card(manager, truck.title)).toBeVisible();
  await expect(card(manager, truck.title).getByText(`Stock ${truck.stock}`)).toBeVisible();
  await manager.mouse.move(5, 5);
  await expect(card(manager, truck.title)).toHaveCount(0);
  await word.focus();
  await manager.keyboard.press('Enter');
  await expect(card(manager, truck.title)).toBeVisible();
  await expectAccessible(manager);
  await expect(
    card(manager, truck.title).getByRole('link', { name: 'Open record' }),
  ).toHaveAttribute('href', '/fleet?vehicle=1');
  await manager.keyboard.press('Escape');
  await expect(card(manager, truck.title)).toHaveCount(0);

  await test.step('a right taken away takes card and conversation along while they are on screen', async () => {
    // At the beginning of the line: what stands at its end is under the bar of actions.
    await say(manager, `${truck.vin}: ready for delivery`);
    const word = row(manager, 'ready for delivery').getByRole('button', { name: truck.vin });
    await expect(word).toBeVisible();
    await allow(admin, manager, { storeAccess: ['chevrolet'] });
    await expect(word).toHaveCount(0);
    await expect(row(manager, 'ready for delivery')).toBeVisible();

    await allow(admin, manager, { storeAccess: rights.store_access });
    await expect(word).toBeVisible();
    await word.click();
    await card(manager, truck.title).getByRole('button', { name: 'Open conversation' }).click();
    await expect(panel(manager).getByRole('region', { name: truck.title })).toBeVisible();
    await say(manager, 'Following this one');
    await expect(row(manager, 'Following this one')).toBeVisible();
    await allow(admin, manager, { pagePermissions: ['dashboard'] });
    await expect(panel(manager).getByRole('region', { name: truck.title })).toHaveCount(0);
    await expect(panel(manager).getByRole('region', { name: 'Team Directory' })).toBeVisible();
    await expect(manager.getByText('Following this one')).toHaveCount(0);
    await allow(admin, manager, { pagePermissions: rights.page_permissions });
  });

  await test.step('who only looks into a conversation loses it as well', async () => {
    await say(employee, `${kona.vin}: anything new?`);
    await row(employee, 'anything new').getByRole('button', { name: kona.vin }).click();
    await card(employee, kona.title).getByRole('button', { name: 'Open conversation' }).click();
    const conversation = panel(employee).getByRole('region', { name: kona.title });
    await expect(conversation.getByRole('button', { name: `Join ${kona.title}` })).toBeVisible();
    await allow(admin, employee, { featurePermissions: [] });
    await expect(conversation).toHaveCount(0);
    await expect(panel(employee).getByRole('region', { name: 'Team Directory' })).toBeVisible();
    await allow(admin, employee, { featurePermissions: rights.feature_permissions });
  });
});

test('the record has one conversation, which shows where else it is mentioned; its compact card folds away for good', async ({
  person,
}) => {
  const page = await person('manager', '/');
  await open(page, 'Sales');
  await say(page, `STK ${truck.stock}: detail is done`);
  await row(page, 'detail is done')
    .getByRole('button', { name: `STK ${truck.stock}` })
    .click();
  await card(page, truck.title).getByRole('button', { name: 'Open conversation' }).click();
  const conversation = panel(page).getByRole('region', { name: truck.title });
  await expect(conversation).toBeVisible();
  await expect(conversation.getByText('Record conversation')).toBeVisible();
  await say(page, 'Keys are on the board');
  await expect(row(page, 'Keys are on the board')).toBeVisible();
  await conversation.getByRole('button', { name: 'Conversations' }).click();
  const list = panel(page).getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('button', { name: truck.title }).click();
  await expect(conversation).toBeVisible();

  const about = page.getByRole('dialog', { name: 'About this record' });
  const button = conversation.getByRole('button', { name: 'About this record' });
  // What was just said is noted behind the sends: each look asks again.
  await expect(async () => {
    await button.click();
    await expect(about.getByText('Mentioned elsewhere')).toBeVisible();
    const found = await about.getByText('detail is done').count();
    if (found === 0) await button.click();
    expect(found).toBe(1);
  }).toPass();
  await expect(about.getByText(/Mentioned in #Sales by/).first()).toBeVisible();
  await expectAccessible(page);
  await about.getByRole('button', { name: /detail is done/ }).click();
  await expect(panel(page).getByRole('region', { name: 'Sales' })).toBeVisible();
  await expect(row(page, 'detail is done')).toBeVisible();

  await test.step('the compact card stands under a message known before', async () => {
    await open(page, 'Service');
    await say(page, `${truck.vin}: loaner back`);
    await expect(row(page, 'loaner back').getByRole('button', { name: truck.vin })).toBeVisible();
    await open(page, 'Management');
    await open(page, 'Service');
    const link = row(page, 'loaner back').getByRole('link', { name: new RegExp(truck.title) });
    await expect(link).toBeVisible();
    await row(page, 'loaner back').getByRole('button', { name: 'Hide record' }).click();
    await expect(link).toHaveCount(0);
    await open(page, 'Management');
    await open(page, 'Service');
    await expect(
      row(page, 'loaner back').getByRole('button', { name: 'Show record' }),
    ).toBeVisible();
    await expect(link).toHaveCount(0);
  });
});
