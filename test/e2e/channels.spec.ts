import type { Page } from '@playwright/test';
import type { Channel } from '../../src/modules/chat/contract/channels.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Chat', exact: true });
const box = (page: Page) => page.getByRole('textbox', { name: /^Message / });
const messageText = (page: Page, text: string) => panel(page).getByText(text, { exact: true });

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

async function sendMessage(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(messageText(page, text)).toBeVisible();
  await expect(page.getByText('Sending...')).toHaveCount(0);
}

async function add(page: Page, item: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
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

async function currentUser(page: Page) {
  const { id, firstName, lastName } = await (await page.request.get('/api/user')).json();
  return { id: Number(id), name: `${firstName} ${lastName}` };
}

test('a private channel appears at once for an invited employee and no one else', async ({
  person,
}) => {
  const [manager, employee] = [await person('manager'), await person('employee')];
  for (const page of [manager, employee]) await openChat(page);
  await create(manager, 'Auction picks', 'Private');
  await sendMessage(manager, 'Lane 4 looks good.');
  await expect(list(employee).getByRole('button', { name: /^Auction picks/ })).toHaveCount(0);

  await panel(manager)
    .getByRole('button', { name: /member/ })
    .click();
  const members = manager.getByRole('dialog', { name: 'Members of Auction picks' });
  await members.getByRole('button', { name: 'Invite people' }).click();
  await choose(manager, (await currentUser(employee)).name);
  await members.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(members.getByText('2 people')).toBeVisible();
  await expectAccessible(manager);

  await goTo(employee, 'Auction picks');
  await expect(messageText(employee, 'Lane 4 looks good.')).toBeVisible();

  await panel(employee)
    .getByRole('button', { name: /member/ })
    .click();
  const memberList = employee.getByRole('dialog', { name: 'Members of Auction picks' });
  await memberList.getByRole('button', { name: 'Leave channel' }).click();
  await employee.getByRole('alertdialog').getByRole('button', { name: 'Leave channel' }).click();
  await expect(list(employee).getByRole('button', { name: /^Auction picks/ })).toHaveCount(0);
  await expect(panel(employee).getByRole('region', { name: 'Team Directory' })).toBeVisible();

  await test.step('offers only the channel types an employee may create', async () => {
    await add(employee, 'Create channel');
    const dialog = employee.getByRole('dialog', { name: 'Create channel' });
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await expect(dialog.getByRole('radio', { name: /^Private/ })).toBeChecked();
  });
});

test('joins and archives a public channel, creates a team channel and starts a group message', async ({
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openChat(manager);
  await openChat(employee);

  await test.step('finds, previews, joins and archives a public channel', async () => {
    await create(manager, 'Lot walk', 'Public');
    await sendMessage(manager, 'Row C needs a sweep.');

    await add(employee, 'Browse channels');
    const browse = employee.getByRole('dialog', { name: 'Browse channels' });
    await browse.getByRole('searchbox', { name: 'Search channels' }).fill('lot');
    await expect(browse.getByRole('button', { name: 'Open Lot walk' })).toBeVisible();
    await expectAccessible(employee);
    await browse.getByRole('button', { name: 'Open Lot walk' }).click();
    await expect(messageText(employee, 'Row C needs a sweep.')).toBeVisible();
    await panel(employee).getByRole('button', { name: 'Join Lot walk' }).click();
    await expect(panel(employee).getByRole('button', { name: 'Join Lot walk' })).toHaveCount(0);
    await sendMessage(employee, 'Done.');
    await expect(messageText(manager, 'Done.')).toBeVisible();

    await panel(manager).getByRole('button', { name: 'Conversation actions' }).click();
    await manager.getByRole('menuitem', { name: 'Details and settings' }).click();
    const details = manager.getByRole('dialog', { name: 'Lot walk' });
    // Renamed elsewhere while the dialog is open: saving the description keeps that name.
    const lotWalk = async () => {
      const listed: Channel[] = await (await manager.request.get('/api/chat/channels')).json();
      return listed.find(({ name }) => name.startsWith('Lot walk'));
    };
    const rename = async (name: string) =>
      manager.request.patch(`/api/chat/channels/${(await lotWalk())?.id}`, { data: { name } });
    await rename('Lot walks');
    await details.getByLabel('Description').fill('Where the lot walk is written down.');
    await details.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel(employee).getByText('Where the lot walk is written down.')).toBeVisible();
    expect((await lotWalk())?.name).toBe('Lot walks');
    await rename('Lot walk');

    await panel(manager).getByRole('button', { name: 'Conversation actions' }).click();
    await manager.getByRole('menuitem', { name: 'Details and settings' }).click();
    await details.getByRole('button', { name: 'Archive channel' }).click();
    const confirmation = manager.getByRole('alertdialog', { name: 'Archive Lot walk?' });
    await confirmation.getByRole('button', { name: 'Archive channel' }).click();
    await expect(
      panel(employee).getByText('Archived and read-only', { exact: true }),
    ).toBeVisible();
    await goTo(employee, 'Sales');
    await expect(list(employee).getByRole('button', { name: /^Lot walk/ })).toHaveCount(0);
  });

  await test.step('shows who a team channel includes before it is created', async () => {
    await add(manager, 'Create channel');
    const dialog = manager.getByRole('dialog', { name: 'Create channel' });
    await dialog.getByLabel('Name').fill('Service desk');
    await dialog.getByRole('radio', { name: /^Team/ }).check();
    await dialog.getByRole('combobox', { name: 'Department' }).selectOption('service');
    await expect(dialog.getByText(/Everyone in Service/)).toContainText(/\d+ people/);
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('starts a group message with people selected in the directory', async () => {
    await goTo(manager, 'Team Directory');
    const people = panel(manager).getByRole('list', { name: 'People' });
    await people.getByRole('checkbox', { name: 'Select Caleb Nguyen' }).check();
    await people.getByRole('checkbox', { name: 'Select Tyler Boone' }).check();
    await panel(manager).getByRole('button', { name: 'Message 2 people' }).click();
    await sendMessage(manager, 'The three of us, quickly.');
    await goTo(employee, 'Natalie Brandt, Tyler Boone');
    await expect(messageText(employee, 'The three of us, quickly.')).toBeVisible();
  });
});

test('counts unread messages in every tab, marks them read in all, and navigates by keyboard', async ({
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openChat(manager);
  await openChat(employee);
  await goTo(manager, 'Service');
  await goTo(employee, 'Service');
  await goTo(employee, 'Sales');

  await test.step('counts unread messages in every tab and marks them read in all', async () => {
    const secondTab = await employee.context().newPage();
    await secondTab.goto('/profile');
    await openChat(secondTab);
    await goTo(secondTab, 'Integrations');
    await sendMessage(manager, 'The lift in bay 2 is down.');
    await sendMessage(manager, '@employee can you look?');
    for (const tab of [employee, secondTab]) {
      const entry = sidebar(tab).getByRole('button', { name: /^Service/ });
      await expect(entry).toHaveAccessibleName(/2\s*unread, 1 mention/);
      await expect(tab).toHaveTitle(/^\(\d+\) /);
    }
    await goTo(employee, 'Service');
    for (const tab of [employee, secondTab]) {
      const entry = sidebar(tab).getByRole('button', { name: /^Service/ });
      await expect(entry).toHaveAccessibleName('Service');
    }
    await secondTab.close();
  });

  await test.step('moves between conversations by keyboard', async () => {
    await goTo(manager, 'Sales');
    await manager.keyboard.press('Alt+ArrowDown');
    await expect(
      panel(manager).getByRole('region', { name: 'Service', exact: true }),
    ).toBeVisible();
    await manager.keyboard.press('Alt+ArrowUp');
    await expect(panel(manager).getByRole('region', { name: 'Sales' })).toBeVisible();

    await goTo(employee, 'Integrations');
    await sendMessage(employee, 'Somebody waits here.');
    await expect(
      list(manager).getByRole('button', { name: /^Integrations.*unread/ }),
    ).toBeVisible();
    await manager.keyboard.press('Alt+Shift+ArrowDown');
    await expect(messageText(manager, 'Somebody waits here.')).toBeVisible();
    await manager.keyboard.press('Alt+t');
    await expect(panel(manager).getByRole('region', { name: 'Threads' })).toBeVisible();
  });

  await test.step('a muted conversation shows no unread count', async () => {
    await panel(employee).getByRole('button', { name: 'Conversation actions' }).click();
    await employee.getByRole('menuitem', { name: 'Mute' }).click();
    const entry = sidebar(employee).getByRole('button', { name: /^Integrations/ });
    await expect(entry).toHaveAccessibleName('Integrations , muted');
    await goTo(employee, 'Sales');
    await goTo(manager, 'Integrations');
    await sendMessage(manager, 'Export went through.');
    await goTo(manager, 'Service');
    await sendMessage(manager, 'Bay 2 is free again.');
    // The later message has arrived, so the one to the muted conversation has too.
    await expect(sidebar(employee).getByRole('button', { name: /^Service.*unread/ })).toBeVisible();
    await expect(entry).toHaveAccessibleName('Integrations , muted');
  });
});

test('reaches messages by link, filters and search, and lists keyboard shortcuts', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const page = await manager.request.get('/api/chat/messages/sales?limit=200');
  const [old]: { id: string; content: string }[] = await page.json();
  if (!old) throw new Error('Sales has messages');

  await test.step('a link opens its message and is removed from the address', async () => {
    await manager.goto(`/profile?channel=sales&message=${old.id}&store=ford`);
    await expect(panel(manager).getByRole('region', { name: 'Sales' })).toBeVisible();
    await expect(manager).toHaveURL(/\/profile\?store=ford$/);
    await expect(panel(manager).getByText(old.content.slice(0, 40))).toBeInViewport();
  });

  await test.step('filters a conversation and jumps back to a message', async () => {
    const { id, name } = await currentUser(manager);
    await sendMessage(manager, 'A line to be found again.');
    await panel(manager).getByRole('button', { name: 'Filters' }).click();
    await panel(manager).getByRole('combobox', { name: 'From' }).selectOption(String(id));
    const filtered = panel(manager).getByRole('list', { name: 'Filtered messages' });
    await expect(filtered.getByText('A line to be found again.')).toBeVisible();
    await expect(filtered.getByRole('listitem').first()).toContainText(name);
    await expect(
      panel(manager).getByRole('button', { name: 'Filters, 1 filter set' }),
    ).toBeVisible();
    await expectAccessible(manager);

    await panel(manager).getByRole('checkbox', { name: 'With attachments' }).check();
    await expect(filtered.getByText('A line to be found again.')).toHaveCount(0);
    await panel(manager).getByRole('button', { name: 'Remove filter: With attachments' }).click();
    await filtered.getByRole('button', { name: /^Jump/ }).first().click();
    await expect(filtered).toHaveCount(0);
    await expect(messageText(manager, 'A line to be found again.')).toBeVisible();
  });

  await test.step('search jumps to people and channels', async () => {
    await manager.keyboard.press('Control+k');
    const palette = manager.getByRole('dialog', { name: 'Platform Search' });
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

  await test.step('lists every keyboard shortcut', async () => {
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
    // The first Escape leaves the text box, the second closes the chat.
    await box(manager).press('Escape');
    await expect(panel(manager)).toBeVisible();
    await manager.keyboard.press('Escape');
    await expect(panel(manager)).toHaveCount(0);
  });
});
