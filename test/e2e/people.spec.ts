import type { Page } from '@playwright/test';
import { expectDialogAccessible } from './accessibility.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const listOf = (username: string) => `/admin-tools?search=${username}`;
const rowOf = (admin: Page, username: string) =>
  admin.getByRole('row').filter({ hasText: `${username}@` });

async function recordOf(admin: Page, username: string) {
  const response = await admin.request.get(`/api/users?search=${username}@`);
  return (await response.json()).users[0];
}

async function grant(admin: Page, username: string, pagePermissions: string[]) {
  const { id } = await recordOf(admin, username);
  const data = { pagePermissions };
  const response = await admin.request.patch(`/api/users/${id}/permissions`, { data });
  expect(response.status()).toBe(200);
}

const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('raises the role with each click on the badge, confirms high roles, wraps to employee and can be undone; resets a password and deletes an account after confirmation', async ({
  person,
  visitor,
}) => {
  const admin = await person('admin', listOf('tyler.boone'));
  const row = rowOf(admin, 'tyler.boone');
  const badge = row.getByRole('button', { name: /change role of/ });
  const confirmation = admin.getByRole('alertdialog');
  await expect(badge).toContainText('employee');

  await test.step('undoes a change of role', async () => {
    await badge.click();
    await expect(toastOf(admin, 'Role changed')).toContainText('Tyler Boone is now manager.');
    await admin.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await recordOf(admin, 'tyler.boone')).role).toBe('employee');
    await expect(badge).toContainText('employee');
  });

  await test.step('asks before making someone an executive or disabling an account', async () => {
    for (const role of ['manager', 'general manager']) {
      await badge.click();
      await expect(badge).toContainText(role);
    }
    await badge.click();
    await expect(confirmation).toContainText('an executive?');
    await expectDialogAccessible(admin);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation).toHaveCount(0);
    await row.getByRole('button', { name: /^Active/ }).click();
    await expect(confirmation).toContainText(/^Disable .*signed out everywhere/);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    expect(await recordOf(admin, 'tyler.boone')).toMatchObject({
      role: 'general_manager',
      isActive: true,
    });
  });

  await test.step('goes up to admin and wraps to employee', async () => {
    for (const role of ['executive', 'admin']) {
      await badge.click();
      const roleDialog = admin.getByRole('alertdialog', { name: /^Make Tyler Boone an/ });
      await expect(roleDialog).toContainText(/change/);
      await roleDialog.getByRole('button', { name: `Change to ${role}` }).click();
      await expect(badge).toContainText(role);
    }
    await badge.click();
    await expect(badge).toContainText('employee');
    await expect.poll(async () => (await recordOf(admin, 'tyler.boone')).role).toBe('employee');
  });

  await admin.getByRole('searchbox', { name: 'Search users' }).fill('trevor.mills');
  const trevor = rowOf(admin, 'trevor.mills');
  await test.step('resets the password', async () => {
    await trevor.getByRole('button', { name: /^Reset password of/ }).click();
    const dialog = admin.getByRole('dialog', { name: 'Reset Password' });
    const submit = dialog.getByRole('button', { name: 'Reset Password' });
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('New password').fill('short');
    await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible();
    await dialog.getByLabel('New password').fill('seven-tall-oaks');
    await dialog.getByLabel('Confirm password').fill('seven-tall-oak');
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('Confirm password').fill('seven-tall-oaks');
    await expectDialogAccessible(admin);
    await submit.click();
    await expect(dialog.getByText(/has been reset/)).toBeVisible();
    await expect(dialog).toBeHidden();
    const data = { username: 'trevor.mills', password: 'seven-tall-oaks' };
    expect((await visitor.request.post('/api/login', { data })).status()).toBe(200);
  });

  await test.step('deletes the account', async () => {
    await trevor.getByRole('button', { name: /^Delete/ }).click();
    const dialog = admin.getByRole('alertdialog');
    await expect(dialog).toContainText('Are you sure you want to permanently delete Trevor Mills?');
    await expect(dialog).toContainText('This action cannot be undone.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(trevor).toBeVisible();
    await trevor.getByRole('button', { name: /^Delete/ }).click();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(trevor).toHaveCount(0);
    await expect(admin.getByText('0 total users')).toBeVisible();
  });
});

test('applies granted and revoked access in another browser without a reload', async ({
  person,
}) => {
  const admin = await person('admin', listOf('viktor.dragan'));
  const other = await person('viktor.dragan');
  const row = rowOf(admin, 'viktor.dragan');

  await test.step('grants and revokes one permission', async () => {
    const reports = other.getByRole('link', { name: 'Reports', exact: true });
    await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(reports).toHaveCount(0);
    await row.getByRole('button', { name: /^Permissions of/ }).click();
    const box = admin.getByRole('checkbox', { name: 'Reports', exact: true });
    await box.check();
    await expect(reports).toBeVisible();
    await box.uncheck();
    await expect(reports).toHaveCount(0);
  });

  await test.step('grants everything with Full Access, which ends when any permission is revoked', async () => {
    const panel = admin.getByRole('dialog', { name: /^Permissions of/ });
    const fullAccess = panel.getByRole('checkbox', { name: 'Full Access' });
    await fullAccess.check();
    for (const box of await panel.getByRole('checkbox').all()) await expect(box).toBeChecked();
    await expect(panel.getByRole('checkbox', { name: 'User Management' })).toBeChecked();
    await panel.getByRole('checkbox', { name: 'HR', exact: true }).uncheck();
    await expect(toastOf(admin, 'Full Access has been automatically disabled')).toBeVisible();
    await expect(fullAccess).not.toBeChecked();
    await expect
      .poll(async () => (await recordOf(admin, 'viktor.dragan')).featurePermissions)
      .not.toContain('full_access');
    expect((await recordOf(admin, 'viktor.dragan')).pagePermissions).not.toContain('hr');
    await admin.keyboard.press('Escape');
  });

  await test.step('shows a disabled user the reason, then signs out after two seconds', async () => {
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await row.getByRole('button', { name: /^Active/ }).click();
    await admin.getByRole('button', { name: 'Disable account' }).click();
    await expect(row.getByRole('button', { name: /^Disabled/ })).toBeVisible();
    const terminated = other.getByText('Session Terminated').first();
    await expect(terminated).toBeVisible();
    await expect(
      other.getByText('Your account has been disabled by an administrator').first(),
    ).toBeVisible();
    await expect(other).toHaveURL(/\/auth$/);
    await row.getByRole('button', { name: /^Disabled/ }).click();
    await expect(row.getByRole('button', { name: /^Active/ })).toBeVisible();
  });
});

test('lets someone with only Admin Tools view users but not change them', async ({ person }) => {
  const admin = await person('admin', noPage);
  await grant(admin, 'ruth.amsel', ['dashboard', 'admin_panel', 'admin_tools']);
  const reader = await person('ruth.amsel', '/admin-tools');
  await expect(reader.getByRole('link', { name: 'Admin Tools' })).toBeVisible();
  await expect(
    reader.getByText(
      'You can search and view user information, but editing capabilities are restricted.',
    ),
  ).toBeVisible();
  await expect(reader.getByRole('tab')).toHaveText(['User Management']);
  await expect(reader.getByText(/\d+ total users/)).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Add New User' })).toHaveCount(0);
  await expect(reader.getByRole('table').getByRole('button')).toHaveCount(0);
  await reader.getByRole('searchbox', { name: 'Search users' }).fill('natalie');
  await expect(reader.getByText('1 total user', { exact: true })).toBeVisible();
  await expectAccessible(reader);
});

test('pages, searches, filters, sorts and selects users, with all in the URL, on a phone through one sheet, and adds one', async ({
  person,
  visitor,
}) => {
  const admin = await person('admin', '/admin-tools');
  const box = admin.getByPlaceholder('Search by name, username, email, or department...');

  await test.step('shows twenty users per page', async () => {
    const pages = admin.getByRole('navigation', { name: 'Pages of users' });
    const name = (at: number) => admin.getByRole('row').nth(at).getByRole('cell').nth(1);
    await expect(admin.getByRole('row')).toHaveCount(21);
    const first = await name(1).textContent();
    await expect(pages.getByRole('button', { name: 'First' })).toBeDisabled();
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(admin).toHaveURL(/page=2/);
    await expect(name(1)).not.toHaveText(first ?? '');
    await pages.getByRole('button', { name: 'Last' }).click();
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
    await admin.goBack();
    await admin.goBack();
    await expect(name(1)).toHaveText(first ?? '');
  });

  await test.step('is navigable with the keyboard', async () => {
    await admin.getByRole('row').nth(1).focus();
    await admin.keyboard.press('ArrowDown');
    await expect(admin.getByRole('row').nth(2)).toBeFocused();
    await admin.keyboard.press('Enter');
    const edit = admin.getByRole('dialog', { name: /^Edit/ });
    await expect(edit).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(edit).toHaveCount(0);
  });

  await test.step('searches once the typing stops', async () => {
    const queries: string[] = [];
    admin.on('request', (request) => {
      if (request.url().includes('search=')) queries.push(new URL(request.url()).search);
    });
    await box.pressSequentially('natalie', { delay: 40 });
    await expect(admin.getByText('1 total user', { exact: true })).toBeVisible();
    expect(new Set(queries.filter((query) => query.includes('search=n')))).toEqual(
      new Set(['?search=natalie&page=1&limit=20']),
    );
    await expect(admin).toHaveURL(/\?search=natalie$/);
    await box.fill('');
    await expect(admin).toHaveURL(/\/admin-tools$/);
  });

  await test.step('shows why protected and bot accounts have no actions', async () => {
    await box.fill('admin');
    const own = rowOf(admin, 'admin');
    await expect(own).toContainText('Protected account');
    await expect(own.getByRole('button')).toHaveCount(0);
    await box.fill('system_bot');
    const bot = rowOf(admin, 'system_bot');
    await expect(bot).toContainText('Bot account');
    await expect(bot).toContainText('Never');
    await expect(bot).toContainText('bot');
    await expect(bot.getByRole('button')).toHaveCount(0);
  });

  await test.step('keeps “All stores” in step with the three stores', async () => {
    await box.fill('omar.benali');
    await rowOf(admin, 'omar.benali').getByRole('button', { name: /^Edit/ }).click();
    const store = (name: string) => admin.getByRole('checkbox', { name, exact: true });
    await store('All stores').check();
    for (const name of ['Ford', 'Hyundai', 'Chevrolet']) await expect(store(name)).toBeChecked();
    await store('Ford').uncheck();
    await expect(store('All stores')).not.toBeChecked();
    await store('Ford').check();
    await expect(store('All stores')).toBeChecked();
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Discard' }).click();
    await box.fill('');
    await expect(admin).toHaveURL(/\/admin-tools$/);
  });

  await test.step('adds a user and shows errors under their fields', async () => {
    await admin.getByRole('button', { name: 'Add New User' }).click();
    const sheet = admin.getByRole('dialog', { name: 'Add New User' });
    await expect(sheet.getByLabel(/^Employee number/)).toHaveValue(/^EMP\d{6}$/);
    await sheet.getByRole('button', { name: 'Create user' }).click();
    await expect(sheet.getByText('First name is required')).toBeVisible();
    await expect(sheet.getByLabel(/^First name/)).toBeFocused();
    await admin.keyboard.type('Ingrid');
    await expect(sheet.getByLabel(/^First name/)).toHaveValue('Ingrid');
    await sheet.getByLabel(/^Last name/).fill('Solheim');
    await sheet.getByLabel(/^Username/).fill('manager');
    await sheet.getByLabel(/^Email/).fill('ingrid.solheim@larkfield.example');
    await sheet.getByRole('button', { name: 'Generate' }).click();
    const password = await sheet.getByLabel(/^Password/).inputValue();
    await sheet.getByRole('button', { name: 'Create user' }).click();
    await expect(sheet.getByText('This username is already taken')).toBeVisible();
    await expect(sheet.getByLabel(/^Username/)).toBeFocused();
    await expectDialogAccessible(admin);
    await admin.keyboard.press('Escape');
    await expect(admin.getByText('Discard your changes?')).toBeVisible();
    await admin.getByRole('button', { name: 'Keep editing' }).click();
    await sheet.getByLabel(/^Username/).fill('ingrid.solheim');
    await sheet.getByRole('button', { name: 'Create user' }).click();
    await expect(sheet).toBeHidden();
    const data = { username: 'ingrid.solheim', password };
    expect((await visitor.request.post('/api/login', { data })).status()).toBe(200);
  });

  const table = admin.getByRole('table', { name: 'Users' });
  const rows = table.getByRole('row').filter({ has: admin.getByText('@') });
  const filter = (name: string) => admin.getByRole('combobox', { name });
  const selected = admin.getByRole('region', { name: 'Selected users' });
  const allContain = (text: string) =>
    expect
      .poll(async () => {
        const shown = await rows.allTextContents();
        return shown.length > 0 && shown.every((row) => row.includes(text));
      })
      .toBe(true);

  await test.step('filters from the first page on', async () => {
    const pages = admin.getByRole('navigation', { name: 'Pages of users' });
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(admin).toHaveURL(/page=2/);
    await filter('Department').selectOption('parts');
    await expect(admin).toHaveURL(/\/admin-tools\?department=parts$/);
    await allContain('Parts');
    await filter('Store').selectOption('ford');
    await expect(admin).toHaveURL(/department=parts&store=ford$/);
    await expect(table).toContainText('Lorraine Fitch');
    await filter('Role').selectOption('manager');
    await expect(admin.getByText('1 total user', { exact: true })).toBeVisible();
  });

  await test.step('selects with the space bar', async () => {
    await rows.first().focus();
    await admin.keyboard.press('Space');
    await expect(selected).toContainText('1 selected');
    await selected.getByRole('button', { name: 'Clear' }).click();
    await expect(selected).toHaveCount(0);
  });

  await test.step('offers all users if none match', async () => {
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('no such person');
    await expect(admin.getByText('No users match these filters.')).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Show all users' }).click();
    await expect(admin).toHaveURL(/\/admin-tools$/);
    await expect(rows).toHaveCount(20);
  });

  await test.step('sorts by the highest role', async () => {
    await filter('Sort').selectOption('-role');
    await expect(admin).toHaveURL(/\?sort=-role$/);
    await expect(rows.first()).toContainText('admin');
  });

  await test.step('shows cards and one button for all filters on a phone', async () => {
    await admin.setViewportSize({ width: 390, height: 844 });
    await expect(filter('Department')).toHaveCount(0);
    const filters = admin.getByRole('button', { name: /^Filters/ });
    await filters.click();
    const sheet = admin.getByRole('dialog', { name: 'Filters' });
    await expectDialogAccessible(admin);
    await sheet.getByLabel('Department').selectOption('parts');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(filters).toHaveAccessibleName('Filters 1 active');
    await allContain('Parts');
    await rows.first().getByRole('checkbox').check();
    await expect(selected).toContainText('1 selected');
    await expectAccessible(admin);
  });
});

test('warns the second of two administrators who edit an account and overwrites nothing', async ({
  person,
}) => {
  const list = listOf('kayla.moss');
  const [first, second] = [await person('admin', list), await person('admin', list)];
  for (const page of [first, second])
    await rowOf(page, 'kayla.moss').getByRole('button', { name: /^Edit/ }).click();
  await second.getByLabel(/^Last name/).fill('Moss-Tanaka');
  await first.getByLabel(/^First name/).fill('Kaylee');
  await first.getByRole('dialog').getByLabel('Department').selectOption('parts');
  await first.getByRole('button', { name: 'Save changes' }).click();
  await expect(first.getByRole('dialog')).toBeHidden();
  await expect(second.getByText('Someone else changed this account')).toBeVisible();
  await expect(
    second.getByRole('list', { name: 'Their changes' }).getByRole('listitem'),
  ).toHaveText(['First name: Kayla → Kaylee', /^Department: .+ → Parts$/]);
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByRole('dialog')).toBeVisible();
  expect((await recordOf(first, 'kayla.moss')).lastName).toBe('Moss');
  await second.getByRole('button', { name: 'Load latest version' }).click();
  await expect(second.getByLabel(/^First name/)).toHaveValue('Kaylee');
  await expect(second.getByLabel(/^Last name/)).toHaveValue('Moss-Tanaka');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByRole('dialog')).toBeHidden();
  expect(await recordOf(first, 'kayla.moss')).toMatchObject({
    firstName: 'Kaylee',
    lastName: 'Moss-Tanaka',
    department: 'parts',
  });
});

const registration = {
  firstName: 'Nadia',
  lastName: 'Osei',
  username: 'nadia.osei',
  department: 'service',
  email: 'nadia.osei@larkfield.example',
  password: 'river-stone-lantern',
};

test('opens the page of a new user as soon as the registration is approved', async ({
  person,
  visitor,
}) => {
  const admin = await person('admin', '/admin-tools');
  const response = await visitor.request.post('/api/register', { data: registration });
  expect(response.status()).toBe(201);
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(visitor.getByText('Dashboard Access Required')).toBeVisible();
  await expect(
    visitor.getByText('Please contact your administrator to request dashboard access.'),
  ).toBeVisible();
  await expect(visitor.getByText('You’re waiting for approval.')).toBeVisible();
  await expect(visitor.getByText('This page opens automatically')).toBeVisible();
  await expect(visitor.getByText('Confirm your email address')).toBeVisible();
  await expectAccessible(visitor);
  await admin.getByRole('button', { name: /^Registrations/ }).click();
  const waiting = admin.getByRole('listitem').filter({ hasText: 'Nadia Osei' });
  await expect(waiting).toContainText('Email not confirmed');
  await waiting.getByRole('button', { name: 'Approve…' }).click();
  await admin.getByRole('checkbox', { name: 'Utilities' }).first().check();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Approve registration' }).click();
  await expect(admin.getByText(/^Check this to approve/)).toBeVisible();
  await admin.getByRole('checkbox', { name: /^I know this address/ }).check();
  await admin.getByRole('button', { name: 'Approve registration' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: 'Utilities' })).toBeVisible();
  await expect(visitor.getByText('Access Required')).toHaveCount(0);
});

test('shows a declined registration on the page that waits for approval', async ({
  person,
  visitor,
}) => {
  const admin = await person('admin', noPage);
  const data = { ...registration, username: 'omid.stray', email: 'omid@example.com' };
  const { id } = await (await visitor.request.post('/api/register', { data })).json();
  await visitor.goto('/fleet');
  await expect(visitor.getByText('This page opens automatically')).toBeVisible();
  await admin.request.delete(`/api/admin/registrations/${id}`);
  const reason = visitor.getByRole('main').getByText(/has been declined by an administrator/);
  await expect(reason).toBeVisible();
  await visitor.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(visitor).toHaveURL(/\/auth$/);
});
