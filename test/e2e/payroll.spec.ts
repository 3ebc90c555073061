import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

interface Row {
  payee: { id: number; name: string; store: string | null };
  isEmpty: boolean;
  signState: string;
  approval: string;
  fingerprint: string;
  flags: string[];
  may: { approve: boolean; approvalWaitsFor: string | null };
}
interface Board {
  navigation: { period: { startsOn: string; endsOn: string } };
  units: { unit: string; state: string }[];
  rows: Row[];
}

const boardOf = async (page: Page): Promise<Board> =>
  (await page.request.get('/api/payroll/period')).json();

const phone = { width: 390, height: 844 };

test('an employee signs their hours on the phone, objects, and reads the answer of their manager', async ({
  person,
}) => {
  const employee = await person('maria.lopez', noPage);
  const manager = await person('walt.jankowski', noPage);
  await employee.setViewportSize(phone);
  await employee.goto('/utilities/timesheets');

  await test.step('the ended period asks for a signature', async () => {
    await expect(employee.getByText(/^Your hours of .* are ready to sign$/)).toBeVisible();
    await expectAccessible(employee);
    await employee.getByRole('link', { name: 'Check hours' }).click();
    await expect(employee.getByRole('tab', { name: 'My pay period' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(
      employee.getByRole('region', { name: 'Days' }).getByRole('listitem'),
    ).not.toHaveCount(0);
    await expectAccessible(employee);
  });

  await test.step('an objection after a signature of which no answer arrived is an objection', async () => {
    await employee.route(
      '**/api/payroll/own/signatures',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await employee.getByRole('button', { name: 'Sign hours' }).click();
    await expect(employee.getByText('You signed these hours.')).toBeVisible();
  });

  await test.step('which needs words', async () => {
    await employee.getByRole('button', { name: 'Object' }).click();
    const dialog = employee.getByRole('dialog', { name: 'Object to these hours' });
    await dialog.getByRole('button', { name: 'Send objection' }).click();
    await expect(dialog.getByText('Enter what is wrong')).toBeVisible();
    await expectAccessible(employee);
    await dialog.getByLabel('What is wrong').fill('On Friday I helped in the drive until six.');
    await dialog.getByRole('button', { name: 'Send objection' }).click();
    await expect(dialog).toHaveCount(0);
    const signOff = employee.getByRole('region', { name: 'Sign-off' });
    await expect(signOff.getByText('You objected.', { exact: false })).toBeVisible();
  });

  await test.step('the manager answers', async () => {
    await manager.goto('/utilities/timesheets?view=team-period');
    await manager.getByRole('link', { name: 'Maria Lopez' }).click();
    await expect(manager.getByText('On Friday I helped in the drive until six.')).toBeVisible();
    const approve = manager.getByRole('button', { name: /^Approve/ });
    await expect(approve).toBeDisabled();
    await expectAccessible(manager);
    await manager.getByRole('button', { name: 'Answer' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Answer the objection' });
    await dialog.getByLabel('Answer').fill('The drive closed at five that day.');
    await dialog.getByRole('button', { name: 'Send answer' }).click();
    await expect(manager.getByText('The drive closed at five that day.')).toBeVisible();
  });

  await test.step('which reaches the open phone, and the employee signs', async () => {
    await expect(employee.getByText('The drive closed at five that day.')).toBeVisible();
    await employee.getByRole('button', { name: 'Sign hours' }).click();
    await expect(employee.getByText('You signed these hours.')).toBeVisible();
    await expectAccessible(employee);
    await expect(manager.getByText('Signed', { exact: true })).toBeVisible();
    await manager.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(manager.getByText('Approved', { exact: true }).first()).toBeVisible();
  });
});

test('a manager approves the team in one act; no one sees others’ pay periods without managing them', async ({
  person,
}) => {
  const manager = await person('walt.jankowski', '/utilities/timesheets?view=team-period');
  const employee = await person('tyler.boone', noPage);
  await expect(manager.getByRole('table', { name: 'Pay period of the team' })).toBeVisible();
  await expectAccessible(manager);
  await manager.setViewportSize(phone);
  await expectAccessible(manager);
  await manager.setViewportSize({ width: 1_280, height: 800 });
  const { rows } = await (await manager.request.get('/api/payroll/team')).json();
  const complete = (rows as Row[]).filter(
    ({ may, signState, approval }) =>
      may.approve &&
      may.approvalWaitsFor === null &&
      signState === 'signed' &&
      approval !== 'approved',
  );
  const button = manager.getByRole('button', { name: /^Approve \d+ employees?$/ });
  if (complete.length > 0) {
    await button.click();
    const confirmation = manager.getByRole('alertdialog', { name: 'Approve these hours?' });
    await expectAccessible(manager);
    await confirmation.getByRole('button', { name: 'Approve' }).click();
  }
  await expect(button).toHaveCount(0);
  await employee.goto('/utilities/timesheets');
  await expect(employee.getByRole('tab', { name: 'My pay period' })).toBeVisible();
  await expect(employee.getByRole('tab', { name: 'Team pay period' })).toHaveCount(0);
  expect((await employee.request.get('/api/payroll/team')).status()).toBe(403);
  expect((await employee.request.get('/api/payroll/period')).status()).toBe(403);
});

test('payroll reviews, locks, exports and unlocks a pay period', async ({ person }) => {
  const payroll = await person('denise.abernathy', '/hr/payroll');
  const table = payroll.getByRole('table', { name: 'Employees of the pay period' });
  await expect(table).toBeVisible();
  await expectAccessible(payroll);
  await payroll.setViewportSize(phone);
  await expect(table).toBeVisible();
  await expectAccessible(payroll);
  await payroll.setViewportSize({ width: 1_440, height: 900 });

  const { navigation, rows } = await boardOf(payroll);
  const { startsOn } = navigation.period;

  await test.step('what is open at Chevrolet is approved', async () => {
    const open = rows.filter(
      ({ payee, isEmpty, approval, may }) =>
        payee.store === 'chevrolet' &&
        !isEmpty &&
        approval !== 'approved' &&
        may.approvalWaitsFor === null,
    );
    const people = open.map(({ payee, fingerprint }) => ({ id: payee.id, fingerprint }));
    if (people.length > 0) {
      const response = await payroll.request.post('/api/payroll/approvals', {
        data: { period: startsOn, approved: true, people },
      });
      expect(response.ok(), await response.text()).toBe(true);
    }
  });

  const stores = payroll.getByRole('list', { name: 'Stores' });
  const chevrolet = stores.getByRole('listitem').filter({ hasText: 'Chevrolet' });
  await test.step('Chevrolet is locked', async () => {
    await chevrolet.getByRole('button', { name: 'Lock Chevrolet', exact: true }).click();
    const confirmation = payroll.getByRole('alertdialog', { name: /^Lock .* at Chevrolet\?$/ });
    await expectAccessible(payroll);
    await confirmation.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(chevrolet.getByText('Locked', { exact: true })).toBeVisible();
  });

  await test.step('and exported; the file can be downloaded again', async () => {
    await chevrolet.getByRole('button', { name: 'Export Chevrolet' }).click();
    const dialog = payroll.getByRole('dialog', { name: 'Export Chevrolet' });
    await expect(dialog.getByRole('heading', { name: /^PRLKCEPI\.csv, / })).toBeVisible();
    await expectAccessible(payroll);
    await dialog.getByLabel('Payroll provider').selectOption('Paychex Flex');
    await expect(
      dialog.getByText('Enter the Paychex client ID of Chevrolet, up to eight characters.'),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
    await dialog.getByLabel('Payroll provider').selectOption('ADP Workforce Now');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const link = dialog.getByRole('link', { name: /^Download PRLKCEPI\.csv/ });
    await expect(link).toBeVisible();
    const downloading = payroll.waitForEvent('download');
    await link.click();
    expect((await downloading).suggestedFilename()).toBe('PRLKCEPI.csv');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(chevrolet.getByText('Exported', { exact: true })).toBeVisible();
  });

  await test.step('a person’s page shows their hours and their numbers', async () => {
    await payroll
      .getByRole('textbox', { name: 'Search by name or number' })
      .or(payroll.getByRole('searchbox'))
      .first()
      .fill('Jake');
    await payroll.getByRole('link', { name: 'Jake Lindstrom' }).click();
    await expect(payroll.getByRole('region', { name: 'Days' })).toBeVisible();
    await expectAccessible(payroll);
    await payroll.getByRole('button', { name: 'Change the number at Gusto' }).click();
    const dialog = payroll.getByRole('dialog', { name: 'Jake Lindstrom at Gusto' });
    await dialog.getByLabel('Number').fill('5G9934');
    await dialog.getByRole('button', { name: 'Save number' }).click();
    await expect(payroll.getByText('5G9934')).toBeVisible();
    await payroll.goto('/hr/payroll');
  });

  await test.step('unlocked with a reason', async () => {
    await chevrolet.getByRole('button', { name: 'Unlock Chevrolet' }).click();
    const dialog = payroll.getByRole('dialog', { name: /^Unlock .* at Chevrolet$/ });
    await dialog.getByLabel('Reason').fill('A shift was missing');
    await payroll.route('**/locks/*', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(payroll.getByText('Couldn’t change the lock', { exact: true })).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('A shift was missing');
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(payroll.getByText('A shift was missing')).toBeVisible();
    await expect(chevrolet.getByText('Approved', { exact: true })).toBeVisible();
  });

  await test.step('all periods, their schedule and the codes', async () => {
    await payroll.getByRole('tab', { name: 'All periods' }).click();
    await expect(payroll.getByRole('table', { name: 'Pay periods' })).toBeVisible();
    await expectAccessible(payroll);
    await payroll.getByRole('tab', { name: 'Pay period', exact: true }).click();
    await payroll.getByRole('button', { name: 'Pay periods' }).click();
    const schedule = payroll.getByRole('dialog', { name: 'Pay periods' });
    await schedule.getByLabel('Frequency').selectOption('Twice a month');
    await expect(schedule.getByText(/^Last one before: /)).toBeVisible();
    await expectAccessible(payroll);
    await schedule.getByRole('button', { name: 'Change pay periods' }).click();
    await expect(schedule).toHaveCount(0);
    await payroll.getByRole('button', { name: 'Provider codes' }).click();
    const codes = payroll.getByRole('dialog', { name: 'Provider codes' });
    await expect(codes.getByLabel('Company code (Co Code)')).toHaveValue('LKF');
    await expectAccessible(payroll);
    await codes.getByLabel('Payroll provider').selectOption('Paychex Flex');
    await codes.getByLabel('Client ID').fill('0070A123');
    await codes.getByRole('button', { name: 'Save codes' }).click();
    await expect(payroll.getByText('Codes saved', { exact: true })).toBeVisible();
    await codes.getByRole('button', { name: 'Cancel' }).click();
    await expect(payroll.getByRole('button', { name: 'Provider codes' })).toBeFocused();
  });
});
