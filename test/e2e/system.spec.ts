import fs from 'node:fs';
import path from 'node:path';
import { expect, expectAccessible, test } from './fixtures.ts';

test('shows the state of the system, tests the storage, measures the network and sets the time zone', async ({
  person,
  server,
}) => {
  const admin = await person('admin', '/admin-tools#system');
  const region = (name: string) => admin.getByRole('region', { name });
  const information = region('System Information');
  await expect(information).toContainText(/PostgreSQL \d+/);
  await expect(information).toContainText('Last backupNot configured');
  await expectAccessible(admin);

  await information.getByRole('button', { name: 'View System Logs' }).click();
  const logs = admin.getByRole('dialog', { name: 'System Logs' });
  await expect(logs.getByRole('log', { name: 'Lines' })).toBeVisible();
  await expectAccessible(admin);
  const download = admin.waitForEvent('download');
  await logs.getByRole('link', { name: 'Download' }).click();
  await fs.promises.access(await (await download).path());
  await admin.keyboard.press('Escape');

  const cache = region('Cache Management');
  await cache.getByRole('button', { name: 'Clear cache' }).click();
  await expect(admin.getByText('Cache Cleared', { exact: true })).toBeVisible();
  await cache.getByRole('button', { name: 'Reset metrics' }).click();
  await expect(admin.getByText('Metrics Reset', { exact: true })).toBeVisible();

  await test.step('tests the storage and names the folder that cannot be written', async () => {
    const card = admin.getByRole('region', { name: 'Storage Configuration' });
    await expect(card.getByRole('region', { name: 'Encrypted folders' })).toHaveText(
      /Sales documents\s*Encrypted\s*Service records\s*Encrypted\s*HR files\s*Encrypted/,
    );
    await expect(card.getByRole('region', { name: 'Buckets' })).toContainText('Disk');

    await card.getByRole('button', { name: 'Test Connection' }).click();
    await expect(card.getByText('Project: disk')).toBeVisible();
    await card.getByRole('button', { name: 'Scan Buckets' }).click();
    await expect(card.getByRole('region', { name: 'Scan of files' })).toContainText(
      'Public files0 files',
    );
    await card.getByRole('button', { name: 'Test Write Access' }).click();
    const write = card.getByRole('region', { name: 'Write access' });
    await expect(write).toContainText('5 of 5 directories can be written.');
    await expectAccessible(admin);

    // A file in place of the folder: writing then fails even for root.
    const folder = path.join(server.dataDir, 'files', 'service-records');
    const aside = path.join(server.dataDir, 'service-records');
    fs.renameSync(folder, aside);
    fs.writeFileSync(folder, '');
    await card.getByRole('button', { name: 'Test Write Access' }).click();
    await expect(write).toContainText('4 of 5 directories can be written.');
    await expect(write.getByRole('listitem').filter({ hasText: 'Service records' })).toContainText(
      /not writable.*The file storage .*\.test/,
    );
    fs.rmSync(folder);
    fs.renameSync(aside, folder);
  });

  await test.step('measures the network, sets the time zone and sends a test notification', async () => {
    const network = region('Network Performance');
    await expect(network).toContainText('Not measured');
    await network.getByRole('button', { name: 'Measure' }).click();
    await expect(network.getByRole('button', { name: 'Measure again' })).toBeVisible();
    await expect(network).toContainText(/Download[\d.]+ Mbps/);
    await expect(network).toContainText(/Latency[\d.]+ ms/);

    const zone = region('Platform Timezone Configuration').getByLabel('Platform timezone');
    await expect(zone).toHaveValue('America/Chicago');
    await zone.selectOption('America/Los_Angeles');
    await expect(
      admin.getByText('System timezone has been updated successfully.', { exact: true }),
    ).toBeVisible();
    await admin.reload();
    await expect(zone).toHaveValue('America/Los_Angeles');
    await zone.selectOption('America/Chicago');
    await expect(admin.getByText('Timezone Updated', { exact: true })).toBeVisible();

    await admin.getByRole('button', { name: 'Test notification' }).click();
    await expect(
      admin.getByText(/^Test (Info|Success|Warning|Error) Notification$/).first(),
    ).toBeVisible();
    await admin.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
    await expect(admin.getByRole('dialog', { name: 'Notifications' })).toContainText(/^.*Test /);
  });
});

test('refuses the system tab to someone who may not manage the system', async ({ person }) => {
  const employee = await person('employee', '/admin-tools#system');
  await expect(employee.getByText('Access Required')).toBeVisible();
});

test('searches the API documentation after signing in', async ({ person, visitor }) => {
  await visitor.goto('/api/docs');
  await expect(visitor).toHaveURL(/\/auth/);
  const employee = await person('employee', '/api/docs');
  const search = employee.getByRole('searchbox', { name: 'Search operations' });
  await search.fill('remove your reaction');
  await expect(employee.getByRole('status')).toHaveText(/^1 of \d+ operations$/);
  const operation = employee.getByRole('group').filter({ hasText: '/reactions' });
  await operation.getByText('/reactions').click();
  await expect(operation.getByText('emoji: string').first()).toBeVisible();
  await expectAccessible(employee);
  await search.fill('teleport');
  await expect(employee.getByText('No operations match “teleport”.')).toBeVisible();
});

test('an announcement shows at once to everyone signed in', async ({ person }) => {
  const reader = await person('employee', '/');
  await expect(reader.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  const admin = await person('admin', '/admin-tools#system');
  const card = admin.getByRole('region', { name: 'Announcement' });
  await card.getByRole('button', { name: 'Send announcement' }).click();
  await expect(card.getByText('Enter a title')).toBeVisible();
  await expect(card.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await card.getByRole('textbox', { name: 'Title' }).fill('Maintenance at 6 PM');
  await card.getByRole('textbox', { name: 'Message' }).fill('Forecourt restarts. Save your work.');
  await card.getByRole('button', { name: 'Send announcement' }).click();
  const dialog = admin.getByRole('alertdialog').or(admin.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Send announcement' }).click();
  await expect(card.getByRole('status')).toHaveText(
    /^Announcement sent\. It reached \d+ people\.$/,
  );
  await expect(card.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await reader.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  await expect(reader.getByText('Forecourt restarts. Save your work.').first()).toBeVisible();
});
