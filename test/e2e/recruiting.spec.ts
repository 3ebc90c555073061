import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryTheme, expectDialogAccessible } from './accessibility.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name });

async function choose(form: Locator, field: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).fill(name);
  await form.getByRole('option', { name: new RegExp(name) }).click();
}

test('HR opens a position, the hiring manager keeps its applicant, and HR hires them', async ({
  person,
}) => {
  const hr = await person('denise.abernathy', '/people/recruiting');
  await expect(hr.getByRole('heading', { level: 1 })).toHaveText('Recruiting');
  await expectAccessibleInEveryTheme(hr);

  await test.step('a position needs a title, a department and a hiring manager', async () => {
    await hr.getByRole('button', { name: 'Open position' }).click();
    const form = dialog(hr, 'Open position');
    await form.getByRole('button', { name: 'Open position' }).click();
    await expect(form.getByText('Enter a job title')).toBeVisible();
    await expect(form.getByLabel('Job title')).toBeFocused();
    await form.getByLabel('Job title').fill('Detailer');
    await form.getByLabel('Store').selectOption({ label: 'Ford' });
    await form.getByLabel('Department').selectOption({ label: 'Service' });
    await choose(form, 'Hiring manager', 'Natalie Brandt');
    await expectDialogAccessible(hr);
    await form.getByRole('button', { name: 'Open position' }).click();
    await expect(row(hr, 'Detailer')).toContainText('0 of 1');
  });

  const manager = await person('manager', '/people/recruiting');
  await test.step('the hiring manager sees it and adds an applicant with a file', async () => {
    await row(manager, 'Detailer').getByRole('link').click();
    await expect(manager).toHaveURL(/positionId=\d+/);
    await expect(manager.getByText('No applicants found')).toBeVisible();
    await manager.getByRole('button', { name: 'Add applicant' }).click();
    const form = dialog(manager, 'Add applicant');
    await expect(form.getByLabel('Position')).toContainText('Detailer');
    await form.getByLabel('First name').fill('Quentin');
    await form.getByLabel('Last name').fill('Ashdown');
    await form.getByLabel('Phone').fill('12');
    await form.getByRole('button', { name: 'Add applicant' }).click();
    await expect(form.getByText('Enter a phone number with its area code')).toBeVisible();
    await form.getByLabel('Phone').fill('316 555 0188');
    await form.getByRole('button', { name: 'Add applicant' }).click();
    await expect(
      manager.getByRole('heading', { level: 2, name: /^Quentin Ashdown/ }),
    ).toBeVisible();
    await expect(section(manager, 'Applicant')).toContainText('(316) 555-0188');
    await manager.getByLabel('Files of the applicant').setInputFiles({
      name: 'resume.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Three years of detailing'),
    });
    await expect(section(manager, 'Files').getByRole('link', { name: 'resume.txt' })).toBeVisible();
  });

  await test.step('of several files those before a failed one are kept, and more than ten are refused', async () => {
    const files = section(manager, 'Files').getByRole('link');
    const filesOf = (...names: string[]) =>
      names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
    await manager.route(/name=broken\.txt/, (route) => route.abort());
    await manager
      .getByLabel('Files of the applicant')
      .setInputFiles(filesOf('first.txt', 'broken.txt', 'last.txt'));
    await expect(manager.getByText('Couldn’t upload', { exact: true })).toBeVisible();
    await expect(files).toHaveText(['resume.txt', 'first.txt']);
    const nine = Array.from({ length: 9 }, (_, at) => `reference-${at + 1}.txt`);
    await manager.getByLabel('Files of the applicant').setInputFiles(filesOf(...nine));
    await expect(manager.getByText('1 file was not uploaded', { exact: true })).toBeVisible();
    await expect(
      manager.getByText('An applicant can have 10 files.', { exact: true }),
    ).toBeVisible();
    await expect(files).toHaveCount(10);
  });

  await test.step('an interview is planned, and the interviewer assesses on a phone', async () => {
    await section(manager, 'Interviews').getByRole('button', { name: 'Plan interview' }).click();
    const form = dialog(manager, 'Plan interview');
    await choose(form, 'Interviewer', 'Maria Lopez');
    await form.getByLabel('Place').fill('Detail bay');
    await form.getByRole('button', { name: 'Plan interview' }).click();
    await expect(section(manager, 'Interviews')).toContainText('With Maria Lopez · Detail bay');
    const interviewer = await person(
      'maria.lopez',
      new URL(manager.url()).pathname + new URL(manager.url()).search,
    );
    await interviewer.setViewportSize({ width: 390, height: 844 });
    await expect(interviewer.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
    await section(interviewer, 'Interviews').getByRole('button', { name: 'Assess' }).click();
    const assessment = dialog(interviewer, 'Your assessment');
    await assessment.getByLabel('Recommendation').selectOption({ label: 'Hire' });
    await assessment.getByLabel('Feedback').fill('Careful with paint.');
    await expectDialogAccessible(interviewer);
    await assessment.getByRole('button', { name: 'Save' }).click();
    await expect(section(interviewer, 'Interviews')).toContainText('Careful with paint.');
    await expectAccessible(interviewer);
    const width = await interviewer.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    // It reaches the open page of the hiring manager.
    await expect(section(manager, 'Interviews')).toContainText('Careful with paint.');
  });

  await test.step('the manager moves the applicant on, but only HR hires', async () => {
    await expect(manager.getByRole('button', { name: 'Hire…' })).toHaveCount(0);
    await manager.getByRole('button', { name: 'Change stage' }).click();
    await manager.getByRole('menuitem', { name: 'Offer' }).click();
    await expect(section(manager, 'History')).toContainText('Applied → Offer');
    await expectAccessibleInEveryTheme(manager);
    await row(hr, 'Detailer').getByRole('link').click();
    await row(hr, 'Quentin Ashdown').getByRole('link').click();
    await hr.getByRole('button', { name: 'Hire…' }).click();
    await dialog(hr, 'Hire Quentin Ashdown').getByRole('button', { name: 'Hire' }).click();
    await expect(section(hr, 'History')).toContainText('Offer → Hired');
    await hr.getByRole('link', { name: 'All applicants' }).click();
    await hr.getByRole('tab', { name: 'Positions' }).click();
    await hr.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Filled' });
    await expect(row(hr, 'Detailer')).toContainText('1 of 1');
    await row(hr, 'Detailer').getByRole('link').click();
    const filter = hr.getByRole('combobox', { name: 'Position' });
    await expect(filter.locator('option:checked')).toHaveText('Detailer, Ford');
  });
});

test('a rejected applicant can be erased, and colleagues see nothing of recruiting', async ({
  person,
}) => {
  const hr = await person('denise.abernathy', '/people/recruiting?view=applicants');
  await row(hr, 'Marcus Adeyemi').getByRole('link').click();
  await hr.getByRole('button', { name: 'Change stage' }).click();
  await hr.getByRole('menuitem', { name: 'Rejected…' }).click();
  const form = dialog(hr, 'Reject applicant');
  await form.getByRole('button', { name: 'Reject' }).click();
  await expect(form.getByText('Enter a reason')).toBeVisible();
  await form.getByLabel('Reason').fill('No driver license');
  await form.getByRole('button', { name: 'Reject' }).click();
  await expect(hr.getByText('No driver license').first()).toBeVisible();
  await hr.getByRole('button', { name: 'Erase' }).click();
  await hr.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
  await expect(hr.getByRole('heading', { level: 2, name: /^Erased applicant/ })).toBeVisible();
  await expect(hr.getByText(/Marcus|No driver license/)).toHaveCount(0);

  const address = new URL(hr.url());
  const colleague = await person('tyler.boone', address.pathname + address.search);
  await expect(colleague.getByText('Applicant not found')).toBeVisible();
  await colleague.getByRole('link', { name: 'All applicants' }).first().click();
  await expect(colleague.getByText('No positions or applicants')).toBeVisible();
});
