import type { Page } from '@playwright/test';
import { open, panel, pressInBar, row, say, whoIs } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const strip = (page: Page, name: string) => panel(page).getByRole('group', { name });

test('a message becomes a request that one claims and the other sees done; a new one is given, found in the queue and handed over', async ({
  person,
}) => {
  const [employee, manager] = [await person('employee'), await person('manager')];
  const [{ name: employeeName }, { name: managerName }] = [
    await whoIs(employee),
    await whoIs(manager),
  ];
  await open(employee, 'Service');
  await open(manager, 'Service');
  await say(employee, 'When does the rear bumper for the Escape come?');
  await expect(
    manager.getByText('When does the rear bumper for the Escape come?', { exact: true }),
  ).toBeVisible();

  const message = row(employee, 'When does the rear bumper');
  await pressInBar(message, 'More actions');
  await employee.getByRole('menuitem', { name: 'Create request…' }).click();
  const dialog = employee.getByRole('dialog', { name: 'Create request' });
  await dialog.getByLabel('Type').selectOption('Part ETA');
  await expectAccessible(employee);
  // Last: half a minute later it reads 14.
  await dialog.getByLabel('Due').selectOption('In 15 minutes');
  await dialog.getByRole('button', { name: 'Create request' }).click();
  await expect(dialog).toHaveCount(0);

  const open1 = strip(manager, 'Part ETA: Unassigned').last();
  await expect(open1.getByText('due in 15 min')).toBeVisible();
  await open1.getByRole('button', { name: 'Claim' }).click();
  await expect(strip(manager, 'Part ETA: Assigned to you').last()).toBeVisible();
  await expect(strip(employee, `Part ETA: Assigned to ${managerName}`).last()).toBeVisible();

  await open(manager, 'Requests');
  const mine = panel(manager).getByRole('list', { name: 'Requests' });
  await expect(
    mine.getByText('When does the rear bumper for the Escape come?', { exact: true }),
  ).toBeVisible();
  await expectAccessible(manager);
  await mine
    .getByRole('listitem')
    .filter({ hasText: 'rear bumper' })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(mine.getByText('When does the rear bumper for the Escape come?')).toHaveCount(0);
  await expect(strip(employee, `Part ETA: Done by ${managerName}`).last()).toBeVisible();

  await panel(manager).getByRole('tab', { name: 'Metrics' }).click();
  await expect(
    panel(manager)
      .getByRole('row', { name: /^Service / })
      .getByRole('cell')
      .first(),
  ).toBeVisible();
  await expectAccessible(manager);
  const saved = manager.waitForEvent('download');
  await panel(manager).getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('requests-30-days.csv');

  await panel(manager).getByRole('link', { name: 'Closed' }).click();
  await expect(manager).toHaveURL(/\/requests$/);
  await manager.getByRole('searchbox', { name: 'Search' }).fill('rear bumper');
  await manager.getByLabel('Outcome').selectOption('Done');
  await expect(manager).toHaveURL(/q=rear\+bumper/);
  const closed = manager.getByRole('table', { name: 'Closed requests' });
  await expect(closed.getByRole('link')).toHaveText([
    'When does the rear bumper for the Escape come?',
  ]);
  await expectAccessible(manager);
  await closed.getByRole('link').click();
  const story = manager.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(story).toHaveText([/ created the request/, /^You claimed it/, /^You completed it/]);
  await expectAccessible(manager);
  // Seen elsewhere at once.
  await row(employee, 'When does the rear bumper').getByRole('button', { name: 'Reopen' }).click();
  await expect(story.last()).toHaveText(/ reopened it/);

  await test.step('a new request is given to somebody, who hands it over', async () => {
    await open(manager, 'Sales');
    await open(employee, 'Requests');
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

    const mine = panel(employee).getByRole('list', { name: 'Requests' });
    const queued = mine.getByRole('listitem').filter({ hasText: 'white Tucson' });
    await expect(queued).toBeVisible();
    await queued.getByRole('button', { name: 'More about this request' }).click();
    await employee.getByRole('menuitem', { name: 'Reassign…' }).click();
    const giving = employee.getByRole('dialog', { name: 'Reassign request' });
    await giving.getByLabel('Assign to').fill(managerName);
    await giving.getByRole('option', { name: managerName }).click();
    await giving.getByRole('button', { name: 'Assign' }).click();
    await expect(queued).toHaveCount(0);
    await expect(strip(manager, 'Vehicle pull-up: Assigned to you').last()).toBeVisible();
  });
});
