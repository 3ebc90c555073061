import type { Page } from '@playwright/test';
import { openDatabaseOf } from '../support/writers.ts';
import { expectAccessibleInEveryTheme, expectDialogAccessible } from './accessibility.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const board = (page: Page) => page.getByRole('table', { name: 'Onboarding and offboarding' });
const tasks = (page: Page) => page.getByRole('region', { name: 'Tasks' });
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('HR starts a new hire without an account and keeps the list', async ({ person }) => {
  const page = await person('denise.abernathy', '/hr/onboarding');
  await expect(board(page).getByRole('link', { name: 'Marcus Ellery' })).toBeVisible();
  await expect(board(page).getByRole('link', { name: 'Fatima Haidari' })).toBeVisible();
  await expectAccessibleInEveryTheme(page);
  await board(page).getByRole('link', { name: 'Elena Marsh' }).click();
  await expect(tasks(page)).toBeVisible();
  await expectAccessibleInEveryTheme(page);
  await page.goBack();

  await test.step('a form says what is missing', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const form = dialog(page, 'Start onboarding or offboarding');
    await form.getByRole('button', { name: 'Start' }).click();
    await expect(form.getByText('Choose an employee', { exact: true }).last()).toBeVisible();
    await form.getByLabel('Employee').selectOption('new');
    await form.getByLabel('Name').fill('Ines Calloway');
    await form.getByLabel('Job title').fill('Cashier');
    await form.getByLabel('Store').selectOption('ford');
    await form.getByLabel('Department').selectOption('back_office');
    await form.getByLabel('First day').fill(daysFromNow(14));
    await expectDialogAccessible(page);
    await form.getByRole('button', { name: 'Start' }).click();
  });

  await test.step('the list shows what the system knows', async () => {
    await expect(page.getByRole('heading', { name: 'Ines Calloway' }).first()).toBeVisible();
    await expect(tasks(page).getByText('No account yet.').first()).toBeVisible();
  });

  await test.step('a task is added, done and skipped with a reason', async () => {
    await page.getByRole('button', { name: 'Add task' }).click();
    const form = dialog(page, 'Add task');
    await form.getByLabel('Task').fill('Order a cash drawer key');
    await form.getByLabel('Owner').selectOption('hr');
    await form.getByRole('button', { name: 'Add task' }).click();
    const added = tasks(page).getByRole('checkbox', { name: 'Order a cash drawer key' });
    await added.check();
    await expect(added).toBeChecked();
    await page.getByRole('button', { name: 'More for Run the background check' }).click();
    await page.getByRole('menuitem', { name: 'Skip…' }).click();
    const question = dialog(page, /^Skip/);
    await question.getByRole('button', { name: 'Skip' }).click();
    await expect(question.getByText('Enter a reason')).toBeVisible();
    await question.getByLabel('Reason').fill('Done by the agency');
    await question.getByRole('button', { name: 'Skip' }).click();
    await expect(tasks(page).getByText(/Skipped .*: Done by the agency/)).toBeVisible();
  });

  await test.step('another first day moves the due days', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = dialog(page, 'Edit onboarding');
    await form.getByLabel('First day').fill(daysFromNow(30));
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('First day changed')).toBeVisible();
  });

  await test.step('checklists are edited', async () => {
    await page.goto('/hr/onboarding?view=checklists');
    await page.getByRole('button', { name: 'Edit Technician' }).click();
    const form = dialog(page, 'Edit checklist');
    await expect(form.getByText('Show the bay, lifts and eyewash station')).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Move Run the background check up' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });
});

test('a manager hands over what someone who leaves still has', async ({ person }) => {
  const page = await person('simone.archer', '/people/tasks');
  const section = page.getByRole('region', { name: 'Fatima Haidari' });
  await expect(section).toBeVisible();
  await section.getByRole('link', { name: 'Open list' }).click();
  await page.getByRole('link', { name: /^Hand over \(\d+\)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Handover of Fatima Haidari' })).toBeVisible();
  await expectAccessible(page);

  await test.step('some to someone else, the rest to the manager, in one press', async () => {
    const leads = page.getByLabel('Successor for leads', { exact: true });
    await leads.selectOption({ label: 'Jake Lindstrom' });
    await page.getByRole('button', { name: /^Hand over \d+$/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(/to Jake Lindstrom$/)).toBeVisible();
    await expect(question.getByText(/to Simone Archer$/)).toBeVisible();
    await question.getByRole('button', { name: 'Hand over' }).click();
    await expect(page.getByText(/things were handed over\./)).toBeVisible();
  });

  await test.step('nothing is left, and the history says who got what', async () => {
    await expect(page.getByText('Everything is handed over')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page.getByText('Leads handed over')).toBeVisible();
  });
});

test('an employee who leaves does their tasks on a phone', async ({ person }) => {
  const employee = await person('fatima.haidari', noPage);
  await employee.setViewportSize({ width: 390, height: 844 });
  await employee.goto('/people/tasks');
  const own = employee.getByRole('region', { name: 'Your offboarding' });
  await own.getByRole('checkbox', { name: 'Write down what is under way' }).check();
  await expect(own.getByText('Write down what is under way')).toBeHidden();
  await expect(own.getByText('Return keys, badge, plates and devices')).toBeVisible();
  await expectAccessible(employee);
  await employee.getByRole('tab', { name: 'Done' }).click();
  await expect(employee.getByText('Write down what is under way')).toBeVisible();
});

test('an account ends with its hour, and one that is linked starts with the first day, although the server was down', async ({
  person,
  visitor,
  server,
}) => {
  const leaving = await person('fatima.haidari', noPage);
  const admin = await person('admin', noPage);
  const post = async (path: string, data: object) => {
    const response = await admin.request.post(path, { data });
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  };
  const templates = await (await admin.request.get('/api/onboarding/templates')).json();
  const { id: templateId } = templates.find(({ name }: { name: string }) => name === 'New hire');
  const run = await post('/api/onboarding/runs', {
    clientId: crypto.randomUUID(),
    kind: 'onboarding',
    hire: { name: 'Orla Fenwick', jobTitle: 'Cashier', store: 'ford' },
    day: daysFromNow(10),
    templateId,
  });
  const account = { username: 'orla.fenwick', password: 'a long enough password' };
  await post('/api/users', {
    ...account,
    firstName: 'Orla',
    lastName: 'Fenwick',
    email: 'orla.fenwick@larkfield.example',
    role: 'employee',
    department: 'back_office',
    storeAccess: ['ford'],
    pagePermissions: ['customer_management'],
    featurePermissions: ['view_data'],
    isActive: false,
  });
  await admin.goto(`/hr/onboarding?run=${run.id}`);
  await admin.getByRole('button', { name: 'Link account' }).click();
  const form = dialog(admin, /^Link the account/);
  await form.getByLabel('Account').fill('orla');
  await form.getByRole('option', { name: /Orla Fenwick · not active yet/ }).click();
  await expect(form.getByText(/^The account is not active yet\. It starts on /)).toBeVisible();
  await expectDialogAccessible(admin);
  await form.getByRole('button', { name: 'Link account' }).click();
  await expect(admin.getByText(/^Account starts on \w{3}, \w{3} \d+$/)).toBeVisible();

  await test.step('those who manage accounts cancel that, and plan it again', async () => {
    await admin.getByRole('button', { name: 'Cancel account start' }).click();
    await expect(admin.getByText(/^Account starts on \w{3},/)).toBeHidden();
    await admin.getByRole('button', { name: 'Start account on first day' }).click();
    await expect(admin.getByText(/^Account starts on \w{3},/)).toBeVisible();
    await expectAccessible(admin);
  });
  await test.step('hour and day come while the server is down: its first answers follow', async () => {
    const signIn = () => visitor.request.post('/api/login', { data: account });
    expect((await signIn()).status()).toBe(401);
    expect((await leaving.request.get('/api/user')).status()).toBe(200);
    const pool = openDatabaseOf(server.dataDir);
    await pool.query(
      `update onboarding_runs set activate_at = now() - interval '1 second' where id = $1`,
      [run.id],
    );
    await pool.query(`update onboarding_runs set ends_at = now() - interval '1 second'
      where kind = 'offboarding' and ended_at is null
        and user_id = (select id from users where username = 'fatima.haidari')`);
    await pool.end();
    await server.killAndRestart();
    const answers = await Promise.all([leaving.request.get('/api/user'), signIn()]);
    expect(answers.map((answer) => answer.status())).toEqual([401, 200]);
  });
  await admin.goto('/hr/onboarding');
  const row = board(admin).getByRole('row').filter({ hasText: 'Fatima Haidari' });
  await expect(row.getByText('Account ended')).toBeVisible();
  await board(admin).getByRole('link', { name: 'Orla Fenwick' }).click();
  await expect(admin.getByText(/^Account started /)).toBeVisible();
});
