import type { Page } from '@playwright/test';
import { expectAccessibleInEveryTheme, expectDialogAccessible } from './accessibility.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const person = (page: Page, name: string) => page.getByRole('row', { name });
const node = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });

/** The name on an employee’s page. */
const headline = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

const phone = { width: 390, height: 844 };
const desktop = { width: 1_280, height: 720 };
const expectFits = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
};

/** The id of an employee by the name of their row in the directory. */
async function idOf(page: Page, q: string): Promise<number> {
  const response = await page.request.get(`/api/employees?q=${encodeURIComponent(q)}`);
  const [first] = await response.json();
  return first.id;
}

const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('everyone finds colleagues in the directory, and sees no more than its facts', async ({
  person: as,
}) => {
  const page = await as('employee', '/people');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/^\d+ employees$/)).toBeVisible();
  await expectAccessibleInEveryTheme(page);

  await test.step('on a phone rows are cards', async () => {
    await page.setViewportSize(phone);
    await expect(person(page, 'Aisha Coleman')).toBeVisible();
    await expectFits(page);
    await expectAccessibleInEveryTheme(page);
    await page.setViewportSize(desktop);
  });

  await test.step('filters narrow the list and stay in the address', async () => {
    await page.getByRole('combobox', { name: 'Store' }).selectOption({ label: 'Ford' });
    await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'Service' });
    await expect(page).toHaveURL(/store=ford.*department=service/);
    await expect(person(page, 'Maria Lopez')).toBeVisible();
    await expect(person(page, 'Caleb Nguyen')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Search people' }).fill('brandt');
    await expect(person(page, 'Natalie Brandt')).toBeVisible();
    await expect(page.getByText('1 employee', { exact: true })).toBeVisible();
  });

  await test.step('a colleague’s page has no file', async () => {
    await person(page, 'Natalie Brandt').focus();
    await page.keyboard.press('Enter');
    await expect(headline(page)).toContainText('Natalie Brandt');
    await expect(section(page, 'Direct reports')).toContainText('Caleb Nguyen');
    await expect(section(page, 'Managers')).toContainText('Raymond Castillo');
    for (const name of ['Private contact', 'Emergency contacts', 'Job'])
      await expect(section(page, name)).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a message opens the direct channel', async () => {
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Message Natalie Brandt' })).toBeVisible();
  });

  await test.step('the conversation leads back, and the account menu to one’s own file', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'People' })
      .click();
    await expect(headline(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Conversation actions' }).click();
    await page.getByRole('menuitem', { name: 'View profile' }).click();
    await expect(headline(page)).toContainText('Natalie Brandt');
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'My File' }).click();
    await expect(headline(page)).toContainText('Caleb Nguyen');
    await expect(section(page, 'Job')).toBeVisible();
  });
});

test('the directory follows accounts, and offboardings the last day in the file', async ({
  person: as,
}) => {
  const page = await as('employee', '/people?q=pruitt');
  await expect(person(page, 'Deshawn Pruitt')).toBeVisible();
  const admin = await as('admin', noPage);
  const id = await idOf(admin, 'Deshawn Pruitt');
  const toggle = async () => {
    const response = await admin.request.patch(`/api/users/${id}/toggle-status`);
    expect(response.status(), await response.text()).toBe(200);
  };
  await toggle();
  await expect(page.getByText('No one found')).toBeVisible();
  await toggle();
  await expect(person(page, 'Deshawn Pruitt')).toBeVisible();

  const started = await admin.request.post('/api/onboarding/runs', {
    data: {
      clientId: crypto.randomUUID(),
      kind: 'offboarding',
      employeeId: id,
      day: daysFromNow(20),
      reason: 'resigned',
    },
  });
  expect(started.status(), await started.text()).toBe(201);
  const { id: runId, version } = await started.json();
  const list = await as('denise.abernathy', `/hr/onboarding?run=${runId}`);
  await expect(list.getByText('Started. Last day:').first()).toBeVisible();
  const file = await as('gm', noPage);
  await file.goto(`/people?employee=${id}`);
  await section(file, 'Job').getByRole('button', { name: 'Edit' }).click();
  const form = dialog(file, 'Edit employment');
  await expect(form.getByLabel('Last day')).toHaveValue(daysFromNow(20));
  await form.getByLabel('Last day').fill(daysFromNow(35));
  await expectDialogAccessible(file);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(list.getByText('Last day changed')).toBeVisible();
  const canceled = await admin.request.post(`/api/onboarding/runs/${runId}/cancel`, {
    data: { version: version + 1, reason: 'Stays after all' },
  });
  expect(canceled.status(), await canceled.text()).toBe(200);
  // The open file shows it without a reload.
  await expect(section(file, 'Job')).not.toContainText('Last day');
});

test('the org chart is a tree for keyboard, pointer and phone', async ({ person: as }) => {
  const page = await as('employee', '/people?view=chart');
  const tree = page.getByRole('tree', { name: 'Org chart' });
  await expect(node(page, /^Patricia Halvorsen/)).toHaveAttribute('aria-level', '1');
  await expect(node(page, /^Caleb Nguyen/)).toHaveAttribute('aria-level', '4');
  await expectAccessibleInEveryTheme(page);

  await test.step('arrow keys move, close and open', async () => {
    await node(page, /^Patricia Halvorsen/).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(node(page, /^Patricia Halvorsen/)).toHaveAttribute('aria-expanded', 'false');
    // Other tests may have added employees without a manager, beside her.
    await expect(tree.locator('[aria-level]:not([aria-level="1"])')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(node(page, /^Patricia Halvorsen/)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('r');
    await expect(node(page, /^Raymond Castillo/)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator(':focus')).toHaveAttribute('aria-level', '3');
    // Closes the reports of the manager below, goes up, and closes again.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowLeft');
    await expect(node(page, /^Raymond Castillo/)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Home');
    await expect(page.locator(':focus')).toHaveAttribute('aria-level', '1');
    await expect(page.locator(':focus')).toHaveAttribute('aria-posinset', '1');
    // One stop for the Tab key.
    await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  });

  await test.step('the search opens the way to who is found', async () => {
    await page.getByRole('searchbox', { name: 'Search the org chart' }).fill('caleb');
    await expect(tree.getByRole('treeitem')).toHaveCount(4);
    await expect(page.getByText(/^1 of \d+ people$/)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(node(page, /^Caleb Nguyen/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(headline(page)).toContainText('Caleb Nguyen');
  });

  await test.step('a page leads back to its place in the chart', async () => {
    await section(page, 'Managers').getByRole('link', { name: 'Org chart' }).click();
    await expect(node(page, /^Caleb Nguyen/)).toBeInViewport();
  });

  await test.step('it fits a phone', async () => {
    await page.setViewportSize(phone);
    await expect(node(page, /^Caleb Nguyen/)).toBeVisible();
    await expectFits(page);
    await expectAccessibleInEveryTheme(page);
  });
});

test('HR changes a job for a later day, and issues and takes back equipment', async ({
  person: as,
}) => {
  const hr = await as('denise.abernathy', '/hr');
  await test.step('the table has filters, an order, saved views and an export', async () => {
    await expect(person(hr, 'Caleb Nguyen')).toBeVisible();
    await expectAccessibleInEveryTheme(hr);
    await hr.getByRole('button', { name: 'Former', exact: true }).click();
    await expect(person(hr, 'Derek Sloan')).toBeVisible();
    await expect(person(hr, 'Caleb Nguyen')).toHaveCount(0);
    await hr.getByRole('button', { name: 'Saved views' }).click();
    await hr.getByRole('menuitem', { name: 'Save view' }).click();
    await dialog(hr, 'Save view').getByLabel('Name').fill('Who left');
    await dialog(hr, 'Save view').getByRole('button', { name: 'Save view' }).click();
    await expect(dialog(hr, 'Save view')).toHaveCount(0);
    await hr.getByRole('button', { name: 'Clear filters' }).click();
    await expect(person(hr, 'Caleb Nguyen')).toBeVisible();
    await hr.getByRole('button', { name: 'Saved views' }).click();
    await hr.getByRole('menuitem', { name: 'Who left' }).click();
    await expect(hr).toHaveURL(/status=former/);
    const download = hr.waitForEvent('download');
    await hr.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  await hr.getByRole('button', { name: 'Clear filters' }).click();
  await person(hr, 'Tyler Boone').getByRole('link', { name: 'Tyler Boone' }).click();
  await expect(headline(hr)).toContainText('Tyler Boone');

  await test.step('a job from a later day is planned, with a reason', async () => {
    await hr.getByRole('button', { name: 'Change job' }).click();
    const form = dialog(hr, 'Change job');
    await expect(form.getByRole('button', { name: 'Change job' })).toBeDisabled();
    await form.getByLabel('Job title').fill('Senior Sales Consultant');
    await form.getByLabel('Effective').fill(daysFromNow(30));
    await form.getByRole('button', { name: 'Plan change' }).click();
    await expect(form.getByText('Enter a reason, such as “Promotion”')).toBeVisible();
    await expect(form.getByLabel('Reason')).toBeFocused();
    await expectAccessible(hr);
    await form.getByLabel('Reason').fill('Promotion');
    await form.getByRole('button', { name: 'Plan change' }).click();
    await expect(form).toHaveCount(0);
    const history = section(hr, 'Job history').getByRole('listitem');
    await expect(history.first()).toContainText('Senior Sales Consultant');
    await expect(history.first()).toContainText('Planned');
    await expect(section(hr, 'Job')).toContainText('Sales Consultant');
    await expect(section(hr, 'Job')).not.toContainText('Senior');
  });

  await test.step('what would make a circle is refused at its field', async () => {
    await section(hr, 'Managers').getByRole('link', { name: 'Natalie Brandt' }).click();
    await expect(headline(hr)).toContainText('Natalie Brandt');
    await hr.getByRole('button', { name: 'Change job' }).click();
    const form = dialog(hr, 'Change job');
    await form.getByRole('button', { name: 'Change manager' }).click();
    await form.getByRole('combobox', { name: 'Manager' }).fill('Caleb');
    await form.getByRole('option', { name: /Caleb Nguyen/ }).click();
    await form.getByLabel('Reason').fill('Swap');
    await form.getByRole('button', { name: 'Change job' }).click();
    await expect(form.getByText(/reports to|below/)).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await hr.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(section(hr, 'Managers')).toContainText('Raymond Castillo');
  });

  await test.step('several items are issued at once', async () => {
    await section(hr, 'Direct reports').getByRole('link', { name: 'Tyler Boone' }).click();
    await tab(hr, 'Equipment').click();
    await hr.getByRole('button', { name: 'Issue equipment' }).click();
    const form = dialog(hr, 'Issue equipment');
    await form.getByLabel('What it is').fill('Laptop');
    await form.getByLabel('Number').fill('LT-90210');
    await form.getByRole('button', { name: 'Add item' }).click();
    const second = form.getByRole('group', { name: 'Item 2' });
    await second.getByLabel('Kind').selectOption('uniform');
    await form.getByRole('button', { name: 'Issue 2 items' }).click();
    await expect(second.getByText('Enter what it is')).toBeVisible();
    await expect(second.getByLabel('What it is')).toBeFocused();
    await second.getByLabel('What it is').fill('Winter jacket');
    await expectDialogAccessible(hr);
    await form.getByRole('button', { name: 'Issue 2 items' }).click();
    await expect(form).toHaveCount(0);
    await expect(section(hr, 'Issued')).toContainText('LT-90210');
    await expect(section(hr, 'Issued')).toContainText('Winter jacket');
  });

  await test.step('what comes back is returned', async () => {
    await hr.getByRole('button', { name: 'Return', exact: true }).click();
    const form = dialog(hr, 'Return equipment');
    await form.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(form.getByText('Select what was returned')).toBeVisible();
    await form.getByLabel('Winter jacket').check();
    await form.getByLabel('Condition').fill('Torn sleeve');
    await form.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(section(hr, 'Returned')).toContainText('Torn sleeve');
    await expect(section(hr, 'Issued')).not.toContainText('Winter jacket');
    await tab(hr, 'History').click();
    await expect(section(hr, 'History')).toContainText('Equipment issued');
    await expect(section(hr, 'History')).toContainText('Job change planned');
    await expectAccessible(hr);
    await hr.goto('/hr?view=equipment&q=90210');
    await expect(hr.getByRole('table', { name: 'Equipment out' })).toContainText('Tyler Boone');
    await expectAccessible(hr);
  });
});

test('an employee suggests a change on a phone, HR decides, and the open page follows', async ({
  person: as,
}) => {
  const caleb = await as('employee', noPage);
  await caleb.setViewportSize(phone);
  await caleb.goto(`/people?employee=${await idOf(caleb, 'Caleb Nguyen')}`);
  const emergency = section(caleb, 'Emergency contacts');
  await expect(section(caleb, 'Your changes')).toContainText('2208 Prairie St');

  await test.step('a new emergency contact waits for HR', async () => {
    await emergency.getByRole('button', { name: /^Suggest change/ }).click();
    const form = dialog(caleb, 'Emergency contacts');
    await form.getByRole('button', { name: 'Add contact' }).click();
    const added = form.getByRole('group').last();
    await added.getByRole('textbox', { name: 'Name' }).fill('Rosa Nguyen');
    await added.getByRole('textbox', { name: 'Phone', exact: true }).fill('12');
    await form.getByRole('button', { name: 'Send to HR' }).click();
    await expect(added.getByText('Enter a phone number with its area code')).toBeVisible();
    await expectDialogAccessible(caleb);
    await added.getByRole('textbox', { name: 'Phone', exact: true }).fill('(316) 555-0166');
    await form.getByRole('button', { name: 'Send to HR' }).click();
    await expect(form).toHaveCount(0);
    await expect(emergency).toContainText('Waiting for HR');
    await expect(emergency).not.toContainText('Rosa Nguyen');
    await expectFits(caleb);
    await expectAccessibleInEveryTheme(caleb);
  });

  const hr = await as('denise.abernathy', '/hr?view=changes');
  await test.step('HR sees both sides, approves one and declines the other', async () => {
    const change = section(hr, 'Emergency contacts of Caleb Nguyen');
    await expect(change.getByRole('row', { name: /Contact 2/ })).toContainText('Rosa Nguyen');
    await expectAccessibleInEveryTheme(hr);
    await change.getByRole('button', { name: 'Approve' }).click();
    await expect(change).toHaveCount(0);
    const address = section(hr, 'Private contact of Caleb Nguyen');
    await address.getByRole('button', { name: 'Decline' }).click();
    const reason = dialog(hr, 'Decline this change?');
    await reason.getByLabel('Reason').fill('Please bring the new lease.');
    await reason.getByRole('button', { name: 'Decline' }).click();
    await expect(address).toHaveCount(0);
  });

  await test.step('the employee’s page follows by itself', async () => {
    await expect(emergency).toContainText('Rosa Nguyen');
    await expect(emergency).not.toContainText('Waiting for HR');
    const changes = section(caleb, 'Your changes');
    await expect(changes.getByRole('listitem').filter({ hasText: 'Declined' })).toContainText(
      'Please bring the new lease.',
    );
    await expect(changes.getByRole('listitem').filter({ hasText: 'Approved' })).toBeVisible();
  });

  await test.step('a suggestion can be withdrawn', async () => {
    await section(caleb, 'Contact')
      .getByRole('button', { name: /^Suggest change/ })
      .click();
    const form = dialog(caleb, 'Preferred name');
    await form.getByLabel('Preferred name').fill('Cal');
    await form.getByRole('button', { name: 'Send to HR' }).click();
    await section(caleb, 'Preferred name of Caleb Nguyen')
      .getByRole('button', { name: 'Withdraw' })
      .click();
    await expect(section(caleb, 'Preferred name of Caleb Nguyen')).toHaveCount(0);
  });
});

test('the private part opens only for those with the grant, when asked, and is gone after', async ({
  person: as,
}) => {
  const hr = await as('denise.abernathy', noPage);
  const [calebId, tylerId] = [await idOf(hr, 'Caleb Nguyen'), await idOf(hr, 'Tyler Boone')];
  const show = (page: Page) => page.getByRole('button', { name: 'Show private part' });

  await test.step('nothing is fetched before it is asked for', async () => {
    const calls: string[] = [];
    hr.on('request', (request) => {
      if (request.url().includes('/private')) calls.push(request.url());
    });
    await hr.goto(`/people?employee=${calebId}&tab=private`);
    await expect(show(hr)).toBeVisible();
    await expect(hr.getByText('Every view is recorded in the activity log.')).toBeVisible();
    expect(calls).toEqual([]);
    await show(hr).click();
    await expect(section(hr, 'Pay')).toContainText('per month');
    await expect(section(hr, 'Views and changes')).toContainText('Denise Abernathy Viewed');
    await expectAccessibleInEveryTheme(hr);
    await tab(hr, /^Overview/).click();
    await tab(hr, 'Private').click();
    await expect(show(hr)).toBeVisible();
    await expect(section(hr, 'Pay')).toHaveCount(0);
  });

  await test.step('HR records pay and a discipline note', async () => {
    await show(hr).click();
    await section(hr, 'Pay').getByRole('button', { name: 'Change pay' }).click();
    const pay = dialog(hr, 'Change pay');
    await pay.getByRole('button', { name: 'Record pay' }).click();
    await expect(pay.getByText('Enter an amount such as 24.50')).toBeVisible();
    await pay.getByLabel('Amount in dollars').fill('2,750');
    await pay.getByLabel('Reason').fill('Annual raise');
    await pay.getByRole('button', { name: 'Record pay' }).click();
    await expect(section(hr, 'Pay').getByRole('listitem').first()).toContainText(
      '$2,750 per month',
    );
    await section(hr, 'Notes').getByRole('button', { name: 'Add note' }).click();
    const note = dialog(hr, 'Add note');
    await note.getByLabel('Kind').selectOption({ label: 'Discipline' });
    await note.getByRole('textbox', { name: 'Note', exact: true }).fill('Left the lot gate open.');
    await expectDialogAccessible(hr);
    await note.getByRole('button', { name: 'Add note' }).click();
    await expect(section(hr, 'Notes')).toContainText('not acknowledged');
  });

  await test.step('the employee reads their own, and acknowledges', async () => {
    const caleb = await as('employee', noPage);
    await caleb.setViewportSize(phone);
    await caleb.goto(`/people?employee=${calebId}&tab=private`);
    await show(caleb).click();
    await expect(section(caleb, 'Pay')).toContainText('$2,750 per month');
    await expect(caleb.getByRole('button', { name: 'Change pay' })).toHaveCount(0);
    await caleb.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(section(caleb, 'Notes').getByRole('listitem').first()).toContainText(
      'acknowledged',
    );
    await expect(caleb.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
    await expectFits(caleb);
    await expectAccessible(caleb);
  });

  await test.step('someone who has it gives it to another in HR, and their open page follows', async () => {
    const gm = await as('gm', `/people?employee=${tylerId}&tab=private`);
    await expect(headline(gm)).toContainText('Tyler Boone');
    await expect(section(gm, 'Job')).toBeVisible();
    await expect(tab(gm, 'Private')).toHaveCount(0);
    await hr.goto('/hr?view=access');
    await expect(hr.getByRole('list', { name: 'People with private access' })).toContainText(
      'Denise Abernathy (you)',
    );
    await expectAccessibleInEveryTheme(hr);
    await hr.getByLabel('Give access to').selectOption({ label: 'Raymond Castillo' });
    await hr.getByRole('button', { name: 'Give access' }).click();
    await hr.getByRole('alertdialog').getByRole('button', { name: 'Give access' }).click();
    await tab(gm, 'Private').click();
    await show(gm).click();
    await expect(section(gm, 'Pay')).toContainText('per month');
    const holder = hr.getByRole('listitem').filter({ hasText: 'Raymond Castillo' });
    await holder.getByRole('button', { name: 'Remove' }).click();
    await hr.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click();
    await expect(tab(gm, 'Private')).toHaveCount(0);
    await expect(section(gm, 'Pay')).toHaveCount(0);
  });

  await test.step('once no one has it, the HR department claims it', async () => {
    await hr.getByRole('button', { name: 'Give up' }).click();
    await hr.getByRole('alertdialog').getByRole('button', { name: 'Give up access' }).click();
    await expect(hr.getByText('No one has private access')).toBeVisible();
    await hr.getByRole('button', { name: 'Claim access' }).click();
    await hr.getByRole('alertdialog').getByRole('button', { name: 'Claim access' }).click();
    await expect(hr.getByRole('list', { name: 'People with private access' })).toContainText(
      'Claimed',
    );
  });
});

test('a manager sees the files of their line, without home addresses and pay', async ({
  person: as,
}) => {
  // Leads the title clerks of two stores, and has no HR page.
  const chloe = await as('chloe.baptiste', noPage);
  await chloe.goto(`/people?employee=${await idOf(chloe, 'Joan Whitaker')}`);
  await expect(section(chloe, 'Job')).toContainText('Title Clerk');
  await expect(section(chloe, 'Emergency contacts').getByRole('listitem')).not.toHaveCount(0);
  await expect(section(chloe, 'Private contact')).toContainText('Private phone');
  await expect(section(chloe, 'Private contact')).not.toContainText('Home address');
  await expect(chloe.getByRole('button', { name: /Change job|Edit|Suggest change/ })).toHaveCount(
    0,
  );
  for (const name of ['Private', 'History', 'Documents'])
    await expect(tab(chloe, name)).toHaveCount(0);
  await expectAccessible(chloe);
  await chloe.goto('/hr');
  await expect(chloe.getByText('Access Required')).toBeVisible();
});

test('two in HR edit the same file: nothing is overwritten unseen', async ({ person: as }) => {
  const hr = await as('denise.abernathy', noPage);
  const gm = await as('gm', noPage);
  const id = await idOf(hr, 'Lorraine Fitch');
  await hr.goto(`/people?employee=${id}`);
  await gm.goto(`/people?employee=${id}`);
  for (const page of [hr, gm]) {
    await section(page, 'Job').getByRole('button', { name: 'Edit' }).click();
    await expect(dialog(page, 'Edit employment')).toBeVisible();
  }
  await dialog(gm, 'Edit employment').getByLabel('Employee number').fill('P-700');
  await dialog(gm, 'Edit employment').getByRole('button', { name: 'Save' }).click();
  await expect(section(gm, 'Job')).toContainText('P-700');
  const form = dialog(hr, 'Edit employment');
  await expect(form.getByText(/changed this employment/)).toBeVisible();
  await form.getByLabel('Next review').fill(daysFromNow(60));
  await form.getByRole('button', { name: 'Load latest version' }).click();
  await expect(form.getByLabel('Employee number')).toHaveValue('P-700');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(section(hr, 'Job')).toContainText('P-700');
});
