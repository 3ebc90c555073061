import type { Page } from '@playwright/test';
import { expectDialogAccessible } from './accessibility.ts';
import {
  chatUrl,
  currentUser,
  openConversation,
  panel,
  pressToolbarButton,
  row,
  sendMessage,
} from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const strip = (page: Page, name: string) => panel(page).getByRole('group', { name });

test('turns a message into a request that is claimed and completed, and reassigns a new request', async ({
  person,
}) => {
  const [employee, manager] = [
    await person('employee', chatUrl('service')),
    await person('manager', chatUrl('service')),
  ];
  const [{ name: employeeName }, { name: managerName }] = [
    await currentUser(employee),
    await currentUser(manager),
  ];
  await sendMessage(employee, 'When does the rear bumper for the Escape come?');
  await expect(
    manager.getByText('When does the rear bumper for the Escape come?', { exact: true }),
  ).toBeVisible();

  const message = row(employee, 'When does the rear bumper');
  await pressToolbarButton(message, 'More actions');
  await employee.getByRole('menuitem', { name: 'Create request…' }).click();
  const dialog = employee.getByRole('dialog', { name: 'Create request' });
  await dialog.getByLabel('Type').selectOption('Part ETA');
  await expectDialogAccessible(employee);
  // Set last: half a minute later the request is due in 14 min.
  await dialog.getByLabel('Due').selectOption('In 15 minutes');
  await dialog.getByRole('button', { name: 'Create request' }).click();
  await expect(dialog).toHaveCount(0);

  const unassigned = strip(manager, 'Part ETA: Unassigned').last();
  await expect(unassigned.getByText('due in 15 min')).toBeVisible();
  await unassigned.getByRole('button', { name: 'Claim' }).click();
  await expect(strip(manager, 'Part ETA: Assigned to you').last()).toBeVisible();
  await expect(strip(employee, `Part ETA: Assigned to ${managerName}`).last()).toBeVisible();

  await openConversation(manager, 'Requests');
  const queue = panel(manager).getByRole('list', { name: 'Requests' });
  await expect(
    queue.getByText('When does the rear bumper for the Escape come?', { exact: true }),
  ).toBeVisible();
  await expectAccessible(manager);
  await queue
    .getByRole('listitem')
    .filter({ hasText: 'rear bumper' })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(queue.getByText('When does the rear bumper for the Escape come?')).toHaveCount(0);
  await expect(strip(employee, `Part ETA: Done by ${managerName}`).last()).toBeVisible();

  await panel(manager).getByRole('tab', { name: 'Metrics' }).click();
  await expect(
    panel(manager)
      .getByRole('row', { name: /^Service / })
      .getByRole('cell')
      .first(),
  ).toBeVisible();
  await expectAccessible(manager);
  await test.step('the metrics fit a phone', async () => {
    const wide = manager.viewportSize() ?? { width: 1280, height: 720 };
    await manager.setViewportSize({ width: 390, height: 844 });
    const table = panel(manager).getByRole('table', { name: 'Response times' });
    await expect(table.getByRole('row', { name: /^Total / })).toBeVisible();
    const { right } = await table.evaluate((element) => element.getBoundingClientRect());
    expect(right).toBeLessThanOrEqual(390);
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await expectAccessible(manager);
    await manager.setViewportSize(wide);
  });
  const download = manager.waitForEvent('download');
  await panel(manager).getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('requests-30-days.csv');

  await panel(manager).getByRole('link', { name: 'Closed' }).click();
  await expect(manager).toHaveURL(/\/requests$/);
  await manager.getByRole('searchbox', { name: 'Search' }).fill('rear bumper');
  // The open chat leaves the page as wide as a phone.
  await manager.getByRole('button', { name: /^Filters/ }).click();
  const filters = manager.getByRole('dialog', { name: 'Filters' });
  await filters.getByLabel('Outcome').selectOption('Done');
  await filters.getByRole('button', { name: 'Done' }).click();
  await expect(manager).toHaveURL(/q=rear\+bumper/);
  const closed = manager.getByRole('table', { name: 'Closed requests' });
  await expect(closed.getByRole('link')).toHaveText([
    'When does the rear bumper for the Escape come?',
  ]);
  await expectAccessible(manager);
  await closed.getByRole('link').click();
  const history = manager.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveText([
    / created the request/,
    /^You claimed it/,
    /^You completed it/,
  ]);
  await expectAccessible(manager);
  // Other pages show it at once.
  await row(employee, 'When does the rear bumper').getByRole('button', { name: 'Reopen' }).click();
  await expect(history.last()).toHaveText(/ reopened it/);

  await test.step('assigns a new request to someone, who reassigns it', async () => {
    await openConversation(manager, 'Sales');
    await openConversation(employee, 'Requests');
    await manager.getByRole('button', { name: 'More to add' }).click();
    await manager.getByRole('menuitem', { name: 'New request…' }).click();
    const dialog = manager.getByRole('dialog', { name: 'New request' });
    await dialog.getByRole('button', { name: 'Post request' }).click();
    await expect(dialog.getByText('Enter what you need.')).toBeVisible();
    await dialog.getByLabel('What do you need?').fill('Pull up the white Tucson for Mrs. Alvarez.');
    await dialog.getByLabel('Type').selectOption('Vehicle pull-up');
    await dialog.getByLabel('Assign to').fill(employeeName);
    await dialog.getByRole('option', { name: employeeName }).click();
    await dialog.getByRole('button', { name: 'Post request' }).click();
    await expect(
      strip(manager, `Vehicle pull-up: Assigned to ${employeeName}`).last(),
    ).toBeVisible();

    await expect(row(manager, 'Pull up the white Tucson for Mrs. Alvarez.')).toBeVisible();

    const queue = panel(employee).getByRole('list', { name: 'Requests' });
    const queuedRequest = queue.getByRole('listitem').filter({ hasText: 'white Tucson' });
    await expect(queuedRequest).toBeVisible();
    await queuedRequest.getByRole('button', { name: 'More about this request' }).click();
    await employee.getByRole('menuitem', { name: 'Reassign…' }).click();
    const reassignDialog = employee.getByRole('dialog', { name: 'Reassign request' });
    await reassignDialog.getByLabel('Assign to').fill(managerName);
    await reassignDialog.getByRole('option', { name: managerName }).click();
    await reassignDialog.getByRole('button', { name: 'Assign' }).click();
    await expect(queuedRequest).toHaveCount(0);
    await expect(strip(manager, 'Vehicle pull-up: Assigned to you').last()).toBeVisible();
  });
});
