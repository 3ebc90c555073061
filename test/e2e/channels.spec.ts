import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Chat', exact: true });
const box = (page: Page) => page.getByRole('textbox', { name: /^Message / });
const line = (page: Page, text: string) => panel(page).getByText(text, { exact: true });

async function openChat(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /^(Open|Close) chat$/ }).first();
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await expect(list(page).getByRole('button', { name: /^Sales/ })).toBeVisible();
}

async function goTo(page: Page, name: string): Promise<void> {
  await list(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(panel(page).getByRole('region', { name })).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(line(page, text)).toBeVisible();
  await expect(page.getByText('Sending...')).toHaveCount(0);
}

async function add(page: Page, what: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function choose(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').last().fill(name);
  await dialog.getByRole('option', { name }).click();
}

async function create(page: Page, name: string, type: string, people: string[] = []) {
  await add(page, 'Create channel');
  const dialog = page.getByRole('dialog', { name: 'Create channel' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: new RegExp(`^${type}`) }).check();
  for (const person of people) await choose(page, person);
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await expect(panel(page).getByRole('region', { name })).toBeVisible();
}

async function whoIs(page: Page) {
  const { id, firstName, lastName } = await (await page.request.get('/api/user')).json();
  return { id: Number(id), name: `${firstName} ${lastName}` };
}

test('a private channel is seen at once by who is invited, and by nobody else', async ({
  person,
}) => {
  const [manager, employee] = [await person('manager'), await person('employee')];
  for (const page of [manager, employee]) await openChat(page);
  await create(manager, 'Auction picks', 'Private');
  await say(manager, 'Lane 4 looks good.');
  await expect(list(employee).getByRole('button', { name: /^Auction picks/ })).toHaveCount(0);

  await panel(manager)
    .getByRole('button', { name: /member/ })
    .click();
  const members = manager.getByRole('dialog', { name: 'Members of Auction picks' });
  await members.getByRole('button', { name: 'Invite people' }).click();
  await choose(manager, (await whoIs(employee)).name);
  await members.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(members.getByText('2 people')).toBeVisible();
  await expectAccessible(manager);

  await goTo(employee, 'Auction picks');
  await expect(line(employee, 'Lane 4 looks good.')).toBeVisible();

  await panel(employee)
    .getByRole('button', { name: /member/ })
    .click();
  const leaving = employee.getByRole('dialog', { name: 'Members of Auction picks' });
  await leaving.getByRole('button', { name: 'Leave channel' }).click();
  await employee.getByRole('alertdialog').getByRole('button', { name: 'Leave channel' }).click();
  await expect(list(employee).getByRole('button', { name: /^Auction picks/ })).toHaveCount(0);
  await expect(panel(employee).getByRole('region', { name: 'Team Directory' })).toBeVisible();

  await test.step('who may not create a kind of channel is not offered it', async () => {
    await add(employee, 'Create channel');
    const dialog = employee.getByRole('dialog', { name: 'Create channel' });
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await expect(dialog.getByRole('radio', { name: /^Private/ })).toBeChecked();
  });
});

test('a public channel is joined and archived, a team’s says whom it holds, and people chosen are a group', async ({
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openChat(manager);
  await openChat(employee);

  await test.step('a public channel is found, looked into, joined, and archived', async () => {
    await create(manager, 'Lot walk', 'Public');
    await say(manager, 'Row C needs a sweep.');

    await add(employee, 'Browse channels');
    const browse = employee.getByRole('dialog', { name: 'Browse channels' });
    await browse.getByRole('searchbox', { name: 'Search channels' }).fill('lot');
    await expect(browse.getByRole('button', { name: 'Open Lot walk' })).toBeVisible();
    await expectAccessible(employee);
    await browse.getByRole('button', { name: 'Open Lot walk' }).click();
    await expect(line(employee, 'Row C needs a sweep.')).toBeVisible();
    await panel(employee).getByRole('button', { name: 'Join Lot walk' }).click();
    await expect(panel(employee).getByRole('button', { name: 'Join Lot walk' })).toHaveCount(0);
    await say(employee, 'Done.');
    await expect(line(manager, 'Done.')).toBeVisible();

    await panel(manager).getByRole('button', { name: 'Conversation actions' }).click();
    await manager.getByRole('menuitem', { name: 'Details and settings' }).click();
    const details = manager.getByRole('dialog', { name: 'Lot walk' });
    await details.getByLabel('Description').fill('Where the lot walk is written down.');
    await details.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel(employee).getByText('Where the lot walk is written down.')).toBeVisible();

    await panel(manager).getByRole('button', { name: 'Conversation actions' }).click();
    await manager.getByRole('menuitem', { name: 'Details and settings' }).click();
    await details.getByRole('button', { name: 'Archive channel' }).click();
    const sure = manager.getByRole('alertdialog', { name: 'Archive Lot walk?' });
    await sure.getByRole('button', { name: 'Archive channel' }).click();
    await expect(
      panel(employee).getByText('Archived and read-only', { exact: true }),
    ).toBeVisible();
    await goTo(employee, 'Sales');
    await expect(list(employee).getByRole('button', { name: /^Lot walk/ })).toHaveCount(0);
  });

  await test.step('a team’s channel says whom it holds before it exists', async () => {
    await add(manager, 'Create channel');
    const dialog = manager.getByRole('dialog', { name: 'Create channel' });
    await dialog.getByLabel('Name').fill('Service desk');
    await dialog.getByRole('radio', { name: /^Team/ }).check();
    await dialog.getByRole('combobox', { name: 'Department' }).selectOption('service');
    await expect(dialog.getByText(/Everyone in Service/)).toContainText(/\d+ people/);
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('several people chosen in the directory are a group', async () => {
    await goTo(manager, 'Team Directory');
    const people = panel(manager).getByRole('list', { name: 'People' });
    await people.getByRole('checkbox', { name: 'Select Caleb Nguyen' }).check();
    await people.getByRole('checkbox', { name: 'Select Tyler Boone' }).check();
    await panel(manager).getByRole('button', { name: 'Message 2 people' }).click();
    await say(manager, 'The three of us, quickly.');
    await goTo(employee, 'Natalie Brandt, Tyler Boone');
    await expect(line(employee, 'The three of us, quickly.')).toBeVisible();
  });
});

test('what is unread is counted in every tab, read in one is read in all, and reached by keys', async ({
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openChat(manager);
  await openChat(employee);
  await goTo(manager, 'Service');
  await goTo(employee, 'Service');
  await goTo(employee, 'Sales');

  await test.step('what is unread is counted in every tab, and read in one is read in all', async () => {
    const other = await employee.context().newPage();
    await other.goto('/profile');
    await openChat(other);
    await goTo(other, 'Integrations');
    await say(manager, 'The lift in bay 2 is down.');
    await say(manager, '@employee can you look?');
    for (const tab of [employee, other]) {
      const entry = sidebar(tab).getByRole('button', { name: /^Service/ });
      await expect(entry).toHaveAccessibleName(/2\s*unread, 1 mention/);
      await expect(tab).toHaveTitle(/^\(\d+\) /);
    }
    await goTo(employee, 'Service');
    for (const tab of [employee, other]) {
      const entry = sidebar(tab).getByRole('button', { name: /^Service/ });
      await expect(entry).toHaveAccessibleName('Service');
    }
    await other.close();
  });

  await test.step('the keyboard goes from conversation to conversation', async () => {
    await goTo(manager, 'Sales');
    await manager.keyboard.press('Alt+ArrowDown');
    await expect(
      panel(manager).getByRole('region', { name: 'Service', exact: true }),
    ).toBeVisible();
    await manager.keyboard.press('Alt+ArrowUp');
    await expect(panel(manager).getByRole('region', { name: 'Sales' })).toBeVisible();

    await goTo(employee, 'Integrations');
    await say(employee, 'Somebody waits here.');
    await expect(
      list(manager).getByRole('button', { name: /^Integrations.*unread/ }),
    ).toBeVisible();
    await manager.keyboard.press('Alt+Shift+ArrowDown');
    await expect(line(manager, 'Somebody waits here.')).toBeVisible();
    await manager.keyboard.press('Alt+t');
    await expect(panel(manager).getByRole('region', { name: 'Threads' })).toBeVisible();
  });

  await test.step('a muted conversation counts nothing', async () => {
    await panel(employee).getByRole('button', { name: 'Conversation actions' }).click();
    await employee.getByRole('menuitem', { name: 'Mute' }).click();
    const entry = sidebar(employee).getByRole('button', { name: /^Integrations/ });
    await expect(entry).toHaveAccessibleName('Integrations , muted');
    await goTo(employee, 'Sales');
    await goTo(manager, 'Integrations');
    await say(manager, 'Export went through.');
    await goTo(manager, 'Service');
    await say(manager, 'Bay 2 is free again.');
    // What was said after it has arrived: so has that.
    await expect(sidebar(employee).getByRole('button', { name: /^Service.*unread/ })).toBeVisible();
    await expect(entry).toHaveAccessibleName('Integrations , muted');
  });
});

test('one comes to a conversation and its messages by an address, by filters, by the search, and to all keys by a sheet', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const page = await manager.request.get('/api/chat/messages/sales?limit=200');
  const [old]: { id: string; content: string }[] = await page.json();
  if (!old) throw new Error('Sales has messages');

  await test.step('an address leads to its message, and leaves no trace in the address', async () => {
    await manager.goto(`/profile?channel=sales&message=${old.id}&store=ford`);
    await expect(panel(manager).getByRole('region', { name: 'Sales' })).toBeVisible();
    await expect(manager).toHaveURL(/\/profile\?store=ford$/);
    await expect(panel(manager).getByText(old.content.slice(0, 40))).toBeInViewport();
  });

  await test.step('filters narrow a conversation and lead back to its place', async () => {
    const { id, name } = await whoIs(manager);
    await say(manager, 'A line to be found again.');
    await panel(manager).getByRole('button', { name: 'Filters' }).click();
    await panel(manager).getByRole('combobox', { name: 'From' }).selectOption(String(id));
    const found = panel(manager).getByRole('list', { name: 'Filtered messages' });
    await expect(found.getByText('A line to be found again.')).toBeVisible();
    await expect(found.getByRole('listitem').first()).toContainText(name);
    await expect(
      panel(manager).getByRole('button', { name: 'Filters, 1 filter set' }),
    ).toBeVisible();
    await expectAccessible(manager);

    await panel(manager).getByRole('checkbox', { name: 'With attachments' }).check();
    await expect(found.getByText('A line to be found again.')).toHaveCount(0);
    await panel(manager).getByRole('button', { name: 'Remove filter: With attachments' }).click();
    await found.getByRole('button', { name: /^Jump/ }).first().click();
    await expect(found).toHaveCount(0);
    await expect(line(manager, 'A line to be found again.')).toBeVisible();
  });

  await test.step('the search jumps to people and channels', async () => {
    await manager.keyboard.press('Control+k');
    const palette = manager.getByRole('dialog', { name: 'Search' });
    await expect(palette.getByText('Conversations')).toBeVisible();
    await manager.keyboard.type('servi');
    await expect(palette.getByRole('option').first()).toContainText('Service');
    await manager.keyboard.press('Enter');
    await expect(
      panel(manager).getByRole('region', { name: 'Service', exact: true }),
    ).toBeVisible();

    await manager.keyboard.press('Control+k');
    await manager.keyboard.type('caleb ng');
    await expect(palette.getByRole('option').first()).toHaveText(/Caleb Nguyen$/);
    await manager.keyboard.press('Enter');
    await expect(
      panel(manager).getByRole('region', { name: 'Caleb Nguyen', exact: true }),
    ).toBeVisible();
    await expect(sidebar(manager).getByRole('button', { name: /^Caleb Nguyen/ })).toBeVisible();
  });

  await test.step('a sheet shows every key', async () => {
    await box(manager).press('?');
    await expect(box(manager)).toHaveValue('?');
    await box(manager).fill('');
    await manager.keyboard.press('Control+/');
    const sheet = manager.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Next conversation')).toBeVisible();
    await expect(sheet.getByText('Edit your last message')).toBeVisible();
    await expectAccessible(manager);
    await manager.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(panel(manager)).toBeVisible();
    // The box first, the chat then.
    await box(manager).press('Escape');
    await expect(panel(manager)).toBeVisible();
    await manager.keyboard.press('Escape');
    await expect(panel(manager)).toHaveCount(0);
  });
});
