import fs from 'node:fs';
import { expectDialogAccessible } from './accessibility.ts';
import { chooseTheme, expect, expectAccessible, expectContrast, test } from './fixtures.ts';

test('imports users from CSV, exports them, and disables and enables several at once', async ({
  person,
}) => {
  const admin = await person('admin', '/admin-tools');
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import users from CSV' });
  await dialog
    .getByLabel('CSV', { exact: true })
    .fill(
      'firstName,lastName,username,email,role\n' +
        'Bo,"=A1+1",bo.formula,bo.formula@larkfield.example,employee\n' +
        'Cy,,cy,no-address,king\n',
    );
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await expect(dialog.getByText('1 of 2 rows can be imported.')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'lastName' })).toBeVisible();
  await expectDialogAccessible(admin);
  await dialog.getByRole('button', { name: 'Import 1 user' }).click();
  await expect(dialog.getByText('1 user imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const csv = fs.readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain("Bo,'=A1+1,bo.formula");

  await admin.getByRole('searchbox', { name: /^Search/ }).fill('parts');
  await expect(admin).toHaveURL(/search=parts/);
  const rows = admin.getByRole('row').filter({ has: admin.getByRole('button') });
  await expect(rows.first()).toBeVisible();
  // The rows of the previous search stay until the new ones are loaded.
  await expect(rows.filter({ hasNotText: /parts/i })).toHaveCount(0);
  await admin.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = admin.getByRole('region', { name: 'Selected users' });
  const count = Number.parseInt((await bar.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(1);
  await bar.getByRole('button', { name: 'Disable' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(admin.getByRole('button', { name: /^Disabled\b.*enable/ })).toHaveCount(count);
  await admin.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar.getByRole('button', { name: 'Enable' }).click();
  await expect(admin.getByRole('button', { name: /^Active\b.*disable/ })).toHaveCount(count);
});

test('updates the status figures live, and ends the sessions of a user', async ({ person }) => {
  const admin = await person('admin', '/admin-tools?search=gm@');
  const awayCount = admin.locator('[data-metric="away"]');
  await expect(awayCount).toHaveText(/^\d+$/);
  const before = Number(await awayCount.textContent());
  const gm = await person('gm');
  await expect(gm.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(gm.getByRole('button', { name: /^Your status/ })).toBeVisible();
  // Other tests may have left sessions of this user.
  await gm.request.delete('/api/profile/sessions');
  const { id } = await (await gm.request.get('/api/user')).json();
  const setStatus = (status: string) =>
    gm.request.patch(`/api/users/${id}/status`, { data: { status } });
  await setStatus('away');
  await expect(awayCount).toHaveText(String(before + 1));
  await setStatus('online');
  await expect(awayCount).toHaveText(String(before));

  await admin.getByRole('button', { name: /^Sessions of/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'Sessions' });
  await expect(dialog.getByRole('listitem').first()).toContainText('Chrom');
  await expectDialogAccessible(admin);
  await dialog.getByRole('button', { name: 'End session' }).first().click();
  await expect(dialog.getByText('Not signed in anywhere')).toBeVisible();
  await expect(gm).toHaveURL(/\/auth$/);
});

test('the user list, access review and activity log are accessible', async ({ person }) => {
  const admin = await person('admin', '/admin-tools?page=2');
  await expect(admin.getByText('Protected account')).toBeVisible();
  await expectAccessible(admin);
  for (const theme of ['dark', 'high-contrast']) {
    await chooseTheme(admin, theme);
    await expectContrast(admin);
  }
  const desktop = admin.viewportSize() ?? { width: 1280, height: 720 };
  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(admin.getByText('Protected account')).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('tab', { name: 'System Management' }).click();
  await expect(admin).toHaveURL(/#system$/);
  await expect(admin.getByRole('heading', { name: 'System Information' })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('tab', { name: 'User Management' }).click();
  await admin.setViewportSize(desktop);
  await chooseTheme(admin, 'light');

  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Access review' }).click();
  const heading = admin.getByRole('columnheader', { name: 'Role' });
  await heading.getByRole('button').click();
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(admin.getByRole('row').nth(1)).toContainText('Avery Lindqvist');
  await expectAccessible(admin);

  const result = await (await admin.request.get('/api/users?search=simone.archer@')).json();
  const { id } = result.users[0];
  await admin.request.patch(`/api/users/${id}/change-role`, { data: { role: 'general_manager' } });
  await admin.getByRole('button', { name: 'Users', exact: true }).click();
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Activity log' }).click();
  await admin.getByLabel('Action').selectOption('user.role_changed');
  await admin.getByLabel('Person').fill('simone');
  const log = admin.getByRole('table', { name: 'Activity' });
  // Until then it shows the entries of everyone, dimmed.
  await expect(admin).toHaveURL(/who=simone/);
  await expect(log).toHaveAttribute('aria-busy', 'false');
  const entry = log.getByRole('row').nth(1);
  await expect(entry).toContainText('Simone Archer, by Avery Lindqvist');
  await expect(entry).toContainText('general manager');
  await expect(admin).toHaveURL(/action=user\.role_changed/);
  await admin.getByRole('button', { name: 'Verify log' }).click();
  await expect(admin.getByText('No changes found', { exact: true })).toBeVisible();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export as CSV' }).click();
  const csv = await fs.promises.readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('user.role_changed');
  expect(csv).not.toContain('session.started');
  await expectAccessible(admin);
});

const pixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('a user requests a name change, and changes their photo, status and password', async ({
  person,
  visitor,
}) => {
  const data = { username: 'peter.okonkwo', password: 'forecourt-demo' };
  await visitor.request.post('/api/login', { data });
  const page = await person('peter.okonkwo');
  await page.getByRole('button', { name: /Peter Okonkwo/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await page.getByLabel(/^First name/).fill('Pete');
  await page.getByRole('button', { name: 'Request name change' }).click();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel request' })).toBeFocused();
  await expectAccessible(page);
  const admin = await person('admin', '/admin-tools');
  await expect(admin.getByRole('link', { name: 'Name changes 1 waiting' })).toBeVisible();
  await admin.getByRole('link', { name: 'Name changes 1 waiting' }).click();
  await expect(admin).toHaveURL(/\/profile#name-changes$/);
  const approve = admin.getByRole('button', { name: 'Approve the name Pete Okonkwo' });
  await expect(approve).toBeInViewport();
  await approve.click();
  await expect(approve).toHaveCount(0);
  await expect(admin.getByRole('main')).toBeFocused();
  await admin.goBack();
  await expect(admin.getByText(/^\d+ total users$/)).toBeVisible();
  await expect(admin.getByRole('link', { name: /^Name changes/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Pete Okonkwo/ })).toBeVisible();
  await expect(page.getByText('Waiting for approval')).toHaveCount(0);

  const buffer = Buffer.from(pixelPng, 'base64');
  await page
    .getByLabel('Photo file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { id } = await (await page.request.get('/api/user')).json();
  const avatar = await page.request.get(`/api/avatar/${id}`);
  expect(avatar.headers()['content-type']).toBe('image/webp');

  await page.getByRole('combobox', { name: 'Status' }).selectOption('in-meeting');
  await page.getByLabel('Message').fill('Month end');
  await page.getByLabel('Ends').selectOption('60');
  await page.getByRole('button', { name: 'Save status' }).click();
  await expect(page.getByText('Your status has been changed to in-meeting').first()).toBeVisible();
  const user = await (await page.request.get('/api/user')).json();
  expect(user).toMatchObject({ status: 'in-meeting', statusMessage: 'Month end' });
  expect(Date.parse(user.statusUntil)).toBeGreaterThan(Date.now());

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0);
  expect((await visitor.request.get('/api/user')).status()).toBe(401);

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill('harbor-violet-drum');
  await page.getByLabel('Confirm new password').fill('harbor-violet-drum');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is not correct')).toBeVisible();
  await page.getByLabel('Current password').fill('forecourt-demo');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
});
