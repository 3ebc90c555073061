import type { Locator, Page } from '@playwright/test';
import { zipOf } from '../support/zip.ts';
import { panel } from './chat.ts';
import { chooseTheme, expect, expectAccessible, expectContrast, test } from './fixtures.ts';

const startSeconds = 1_700_000_000;
const json = (value: unknown) => JSON.stringify(value);

/** A workspace of two channels and three people, one of whom has an account with the same email. */
function slackExport(team: string, channels: [string, string]): Buffer {
  const person = (id: string, name: string, email: string) => ({
    id,
    team_id: team,
    name: name.toLowerCase().replace(' ', '.'),
    profile: { real_name: name, email },
  });
  const channel = (id: string, name: string) => ({
    id,
    name,
    created: startSeconds,
    creator: 'U1',
    members: ['U1', 'U2', 'U3'],
  });
  const message = (seconds: number, user: string, text: string, fields: object = {}) => ({
    type: 'message',
    ts: `${startSeconds + seconds}.000100`,
    user,
    text,
    ...fields,
  });
  const [workChannel, socialChannel] = channels;
  return zipOf({
    'users.json': json([
      person('U1', 'Renee Dubois', 'Renee.Dubois@larkfield.example'),
      person('U2', 'Dale H.', ''),
      person('U3', 'Ana Former', 'ana@elsewhere.example'),
    ]),
    'channels.json': json([channel('C1', workChannel), channel('C2', socialChannel)]),
    [`${workChannel}/2023-11-14.json`]: json([
      message(0, 'U1', 'The lift in bay 4 is *down*', {
        reactions: [{ name: '+1', users: ['U2'] }],
      }),
      message(60, 'U2', 'Bay 5 is free until noon'),
      message(120, 'U3', 'I called the fitter'),
    ]),
    [`${socialChannel}/2023-11-14.json`]: json([message(30, 'U3', 'Cake in the kitchen')]),
  });
}

const address = '/admin-tools#system';

async function openDialog(page: Page): Promise<Locator> {
  const card = page.getByRole('region', { name: 'Chat Datastore Integration' });
  await card.getByRole('button', { name: 'Start Migration' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import chat history' });
  await expect(dialog.getByRole('button', { name: 'Choose a ZIP file' })).toBeVisible();
  return dialog;
}

const choose = (dialog: Locator, name: string, buffer: Buffer) =>
  dialog
    .getByLabel('Export as a ZIP file')
    .setInputFiles({ name, mimeType: 'application/zip', buffer });

test('an administrator imports another chat, reads it, and undoes the import', async ({
  person,
}) => {
  const page = await person('admin', address);
  const dialog = await openDialog(page);
  await expectAccessible(page);
  await choose(dialog, 'Prairie.zip', slackExport('T1', ['bay-talk', 'kitchen-talk']));

  const people = dialog.getByRole('list', { name: 'People' });
  await expect(people.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('tab', { name: 'People' })).toContainText(
    '2 without an account here',
  );
  await expect(
    people.getByRole('button', { name: 'Account of Renee Dubois: Renee Dubois by email' }),
  ).toBeVisible();
  await people.getByRole('button', { name: 'Account of Dale H.: Posted by Forecourt' }).click();
  const choice = page.getByRole('dialog', { name: 'Account of Dale H.' });
  await choice.getByRole('combobox', { name: 'Person' }).fill('dale hutch');
  await expect(choice.getByRole('option', { name: /^Dale Hutchins/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(
    people.getByRole('button', { name: 'Account of Dale H.: Dale Hutchins' }),
  ).toBeFocused();
  await expect(dialog.getByRole('tab', { name: 'People' })).toContainText(
    '1 without an account here',
  );

  await dialog.getByRole('tab', { name: 'Channels' }).click();
  await dialog.getByRole('checkbox', { name: 'kitchen-talk' }).uncheck();
  const run = dialog.getByRole('button', { name: 'Import 3 messages' });
  await expect(run).toBeVisible();
  await expectAccessible(page);

  // Closing the dialog keeps the choices made in it.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await openDialog(page);
  await expect(dialog.getByText(/^Read, not imported yet · 4 messages · /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open Prairie.zip' }).click();
  await expect(
    people.getByRole('button', { name: 'Account of Dale H.: Dale Hutchins' }),
  ).toBeVisible();

  await run.click();
  await expect(dialog.getByText('3 messages in 1 conversation imported')).toBeVisible();
  await expect(dialog.getByText('Including 1 reaction. No problems.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open bay-talk' }).click();
  await expect(dialog).toBeHidden();
  const channel = panel(page).getByRole('region', { name: 'bay-talk' });
  const message = (text: string) => channel.getByRole('article').filter({ hasText: text });
  await expect(message('The lift in bay 4 is down')).toContainText('Renee Dubois');
  // In a narrow row the badge wraps below the author's name, which is not truncated.
  await page.setViewportSize({ width: 390, height: 844 });
  const author = message('The lift in bay 4 is down').getByText('Renee Dubois', { exact: true });
  await expect
    .poll(() => author.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(message('Bay 5 is free until noon')).toContainText('Dale Hutchins');
  await expect(message('I called the fitter')).toContainText('Ana Former:');

  await openDialog(page);
  await dialog.getByRole('button', { name: 'Open Prairie.zip' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog.getByText('Import undone')).toBeVisible();
  await expectAccessible(page);
});

test('a stopped import continues where it stopped, and completes', async ({ person, server }) => {
  const page = await person('admin', address);
  const dialog = await openDialog(page);
  const days = 8;
  const perDay = 500;
  const messagesOf = (dayIndex: number) =>
    Array.from({ length: perDay }, (_, index) => ({
      type: 'message',
      user: 'U1',
      text: `Line ${dayIndex * perDay + index}`,
      ts: `${startSeconds + dayIndex * 86_400 + index}.000100`,
    }));
  const files = Array.from({ length: days }, (_, dayIndex) => {
    const date = new Date((startSeconds + dayIndex * 86_400) * 1000).toISOString().slice(0, 10);
    return [`dispatch-log/${date}.json`, json(messagesOf(dayIndex))];
  });
  const archive = zipOf({
    'users.json': json([{ id: 'U1', team_id: 'T3', profile: { real_name: 'Former Dispatcher' } }]),
    'channels.json': json([
      { id: 'C1', name: 'dispatch-log', created: startSeconds, members: ['U1'] },
    ]),
    ...Object.fromEntries(files),
  });
  await choose(dialog, 'Dispatch.zip', archive);
  const running = page.waitForResponse(/\/api\/chat-imports\/\d+\/run$/);
  await dialog.getByRole('button', { name: 'Import 4,000 messages' }).click();
  const run = (await running).url();
  // Pauses the server during the import: however slow the browser is, Stop arrives before its end.
  await expect
    .poll(
      async () => {
        const { state, done, total } = await (
          await page.request.get(run.replace(/\/run$/, ''))
        ).json();
        const isRunning = state === 'importing' && done > 0 && done < total;
        if (isRunning) server.pause();
        return isRunning;
      },
      { intervals: [1] },
    )
    .toBe(true);
  await expect(dialog.getByRole('progressbar', { name: 'Importing' })).toBeVisible();
  const stopRequest = page.waitForRequest('**/stop');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await stopRequest;
  server.resume();
  await expect(dialog.getByText(/^Stopped at [\d,]+ of 4,000 messages$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'All imports' }).click();
  await expect(dialog.getByText(/^Stopped · 4,000 messages/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open Dispatch.zip' }).click();

  // A dialog opened before the server responds shows the import too.
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start Migration' }).click();
  await expect(dialog.getByText('4,000 messages in 1 conversation imported')).toBeVisible({
    timeout: 60_000,
  });
});

test('an invalid export is refused, an upload survives closing the dialog, and every theme is readable', async ({
  person,
}) => {
  const page = await person('admin', address);
  const dialog = await openDialog(page);

  await test.step('refuses a file that is not an export, and accepts another one', async () => {
    await choose(dialog, 'photo.jpg', Buffer.from('x'));
    await expect(dialog.getByRole('alert')).toContainText('Choose the ZIP file of an export.');
    await choose(dialog, 'holiday.zip', zipOf({ 'readme.txt': 'Nothing of the kind' }));
    await expect(dialog.getByRole('alert')).toContainText('The export can’t be read');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'All imports' }).click();
    await expect(dialog.getByRole('button', { name: 'Choose a ZIP file' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Open holiday.zip' })).toBeVisible();
  });

  await test.step('an upload survives closing the dialog, and can be canceled', async () => {
    let isBlocked = true;
    await page.route('**/api/chat-imports/*/file?*', async (route) => {
      if (!isBlocked) await route.continue();
    });
    const file = slackExport('T2', ['wash-talk', 'lot-talk']);
    await choose(dialog, 'Lakeside.zip', file);
    const bar = dialog.getByRole('progressbar', { name: 'Uploading Lakeside.zip' });
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start Migration' }).click();
    await expect(bar).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(bar).toBeHidden();
    isBlocked = false;
    await choose(dialog, 'Lakeside.zip', file);
    await expect(dialog.getByRole('button', { name: 'Import 4 messages' })).toBeVisible();
  });

  await test.step('is accessible in every theme, on desktop and phone', async () => {
    await expect(dialog.getByRole('list', { name: 'People' })).toBeVisible();
    await expectLegible(page);
    await dialog.getByRole('tab', { name: 'Channels' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'All channels' })).toBeChecked();
    await expectLegible(page);
    await dialog.getByRole('button', { name: 'All imports' }).click();
    await expect(dialog.getByRole('button', { name: 'Open Lakeside.zip' })).toBeVisible();
    await expectLegible(page);
  });
});

async function expectLegible(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseTheme(page, 'dark');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const theme of ['high-contrast', 'blue', 'amber']) {
    await chooseTheme(page, theme);
    await expectContrast(page);
  }
  await chooseTheme(page, 'light');
}
