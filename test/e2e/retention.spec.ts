import { expect, expectAccessible, test } from './fixtures.ts';

test('sets a retention period, places and releases a legal hold, and tests the chat datastore', async ({
  person,
}) => {
  const admin = await person('admin', '/admin-tools#system');
  const card = admin.getByRole('region', { name: 'File Retention' });
  await expect(card.getByRole('list', { name: 'Retention classes' })).toContainText(
    '5 years after the repair order is closed',
  );
  await expect(card).toContainText('Nothing within twelve months.');

  await card.getByRole('button', { name: 'Change the period of Service records' }).click();
  const period = admin.getByRole('dialog', { name: 'Period of Service records' });
  const years = period.getByLabel('Years after the repair order is closed');
  await years.fill('2');
  await period.getByRole('button', { name: 'Save period' }).click();
  await expect(period).toContainText('Must be at least 3 years.');
  await expectAccessible(admin);
  await years.fill('6');
  await period.getByRole('button', { name: 'Save period' }).click();
  await expect(card).toContainText('6 years after the repair order is closed');

  await card.getByRole('button', { name: 'Legal holds' }).click();
  const holds = admin.getByRole('dialog', { name: 'Legal holds' });
  await expect(holds).toContainText('No legal holds');
  await holds.getByRole('button', { name: 'Place a hold' }).click();
  await expect(holds.getByLabel('Matter')).toBeFocused();
  await holds.getByLabel('Matter').fill('Doe v. Larkfield Motors');
  await holds.getByLabel('Reason').fill('Subpoena of the county court');
  await holds.getByLabel('Keep everything about').selectOption('deal');
  await holds.getByRole('button', { name: 'Place hold' }).click();
  await expect(holds).toContainText('Enter at least one and at most 50');
  await expect(holds.getByLabel('Numbers')).toBeFocused();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Keep editing' }).click();
  await expect(holds.getByLabel('Matter')).toHaveValue('Doe v. Larkfield Motors');
  await holds.getByLabel('Numbers').fill('D-10482\nD-10483');
  await holds.getByRole('button', { name: 'Place hold' }).click();
  const hold = holds.getByRole('listitem').filter({ hasText: 'Doe v. Larkfield Motors' });
  await expect(hold).toContainText('Deal D-10482, Deal D-10483');
  await expectAccessible(admin);
  await hold.getByRole('button', { name: 'Release Doe v. Larkfield Motors' }).click();
  await hold.getByLabel('Reason for release').fill('Settled');
  await hold.getByRole('button', { name: 'Release hold' }).click();
  await expect(hold).toContainText('Released by');
  await admin.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Destruction', exact: true }).click();
  await expect(admin.getByRole('dialog', { name: 'Destruction' })).toContainText('Nothing is due');
  await admin.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Destruction register' }).click();
  const register = admin.getByRole('dialog', { name: 'Destruction register' });
  await expect(register).toContainText('Nothing has been destroyed');
  const download = admin.waitForEvent('download');
  await register.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^destruction-register-.*\.csv$/);
  await admin.keyboard.press('Escape');

  const datastore = admin.getByRole('region', { name: 'Chat Datastore Integration' });
  await expect(datastore.getByRole('button', { name: 'Start Migration' })).toBeEnabled();
  await datastore.getByRole('button', { name: 'Test Connection' }).click();
  await expect(datastore.getByText(/^Done in [\d.]+ ms$/)).toHaveCount(5);
  await expect(datastore).toContainText(/PostgreSQL \d+/);
  await expectAccessible(admin);
});
