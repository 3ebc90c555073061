import type { Locator, Page } from '@playwright/test';
import { v7 as uuid } from 'uuid';
import type { Attachment } from '../../src/modules/attachments/contract.ts';
import type { ChatMessage } from '../../src/modules/chat/contract.ts';
import { chatUrl, pressToolbarButton, rowOf } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const names: Record<string, string> = { general: 'General', sales: 'Sales', service: 'Service' };

async function open(page: Page, channelId: string): Promise<Locator> {
  await page.goto(chatUrl(channelId));
  const box = page.getByRole('textbox', { name: `Message ${names[channelId]}` });
  await expect(box).toBeEnabled();
  return box;
}

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Keys are in 12.') };

const files = (page: Page) => page.getByRole('list', { name: 'Attached files' });
const picker = (page: Page) => page.getByLabel('Files to attach');
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

/** The files of the newest message, once it has arrived with some. */
async function lastFiles(page: Page, channelId: string): Promise<Attachment[]> {
  let files: Attachment[] = [];
  await expect(async () => {
    const response = await page.request.get(`/api/chat/messages/${channelId}`);
    files = (await response.json()).at(-1)?.attachments ?? [];
    expect(files).not.toHaveLength(0);
  }).toPass();
  return files;
}

test('completes names and emoji and formats text with the keyboard alone', async ({ person }) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'general');

  await test.step('completes a mention', async () => {
    await box.fill('Ask ');
    await box.pressSequentially('@employ');
    const list = page.getByRole('listbox', { name: 'people' });
    await expect(list.getByRole('option', { selected: true })).toContainText('@employee');
    await expect(box).toHaveAttribute('aria-activedescendant', /-0$/);
    await box.press('Enter');
    await expect(box).toHaveValue('Ask @employee ');
    await expect(list).toBeHidden();
    // The completion has added the space already.
    await box.press('Space');
    await expect(box).toHaveValue('Ask @employee ');

    await box.pressSequentially('or @');
    await expect(list.getByRole('option', { name: /@channel/ })).toContainText(/\d+ people/);
    await expectAccessible(page);
    await box.press('ArrowUp');
    await expect(list.getByRole('option', { selected: true })).toContainText('@on-duty');
    await box.press('Tab');
    await expect(box).toHaveValue('Ask @employee or @on-duty ');

    await box.fill('All of @channel, please read');
    await expect(page.getByText(/^This notifies \d\d people$/)).toBeVisible();
    await box.fill('');

    await box.pressSequentially('@nobody.here');
    await expect(list).toBeHidden();
    await box.fill('');
    await box.pressSequentially('@');
    await expect(list).toBeVisible();
    await box.press('Escape');
    await expect(list).toBeHidden();
    await expect(box).toBeFocused();
    await box.fill('');
  });

  await test.step('turns shortcodes into emoji', async () => {
    await box.pressSequentially('Sold :tad');
    const list = page.getByRole('listbox', { name: 'emoji' });
    await expect(list.getByRole('option', { selected: true })).toContainText(':tada:');
    await box.press('Enter');
    await expect(box).toHaveValue('Sold 🎉 ');
    await box.pressSequentially(':rocket:');
    await expect(box).toHaveValue('Sold 🎉 🚀 ');

    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('automobile');
    await page.getByRole('gridcell', { name: 'Automobile', exact: true }).click();
    await expect(box).toHaveValue('Sold 🎉 🚀 🚗');
    await expect(box).toBeFocused();
    await box.fill('');
  });

  await test.step('formats the selection and undoes it', async () => {
    await box.pressSequentially('sold');
    await box.press('ControlOrMeta+a');
    await box.press('ControlOrMeta+b');
    await expect(box).toHaveValue('**sold**');
    await box.press('ControlOrMeta+b');
    await expect(box).toHaveValue('sold');
    await page.getByRole('button', { name: 'Show formatting' }).click();
    const bar = page.getByRole('toolbar', { name: 'Formatting' });
    await bar.getByRole('button', { name: /^Strikethrough/ }).click();
    await expect(box).toHaveValue('~~sold~~');
    await expect(box).toBeFocused();
    await box.press('ControlOrMeta+z');
    await expect(box).toHaveValue('sold');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide formatting' }).click();
    await box.fill('');
  });

  await test.step('adds a line with Enter in a code block and sends it with Ctrl+Enter', async () => {
    await box.pressSequentially('```');
    await box.press('Enter');
    await box.pressSequentially('select 1;');
    await box.press('Enter');
    await expect(box).toHaveValue('```\nselect 1;\n');
    await expect(page.getByText(/sends$/)).toContainText('Enter adds a new line');
    await box.pressSequentially('```');
    await box.press('ControlOrMeta+Enter');
    await expect(box).toHaveValue('');
    await expect(page.getByText('select 1;')).toBeVisible();
  });
});

test('edits the last message with the up arrow, and replies in a thread or also in the channel', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'service');

  await test.step('edits the last message with the up arrow in an empty box', async () => {
    await box.fill('The read truck is ready.');
    await box.press('Enter');
    await expect(page.getByText('The read truck is ready.')).toBeVisible();
    await expect(page.getByText('Sending...')).toHaveCount(0);
    await box.press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await expect(edit).toBeFocused();
    await edit.fill('The red truck is ready.');
    await edit.press('Enter');
    await expect(page.getByText('The red truck is ready.')).toBeVisible();
    await expect(edit).toBeHidden();
  });

  await test.step('keeps the changed text while its row is scrolled away, and leaves the focus where it is', async () => {
    const lines = (index: number) => Array.from({ length: 16 }, () => `Inventory ${index}`);
    for (let index = 1; index <= 20; index += 1) {
      const content = lines(index).join('\n');
      const data = { content, messageType: 'text', clientMsgId: uuid() };
      expect((await page.request.post('/api/chat/messages/service', { data })).ok()).toBe(true);
    }
    await box.fill('The green truck is next.');
    await box.press('Enter');
    await expect(page.getByText('The green truck is next.')).toBeVisible();
    await expect(page.getByText('Sending...')).toHaveCount(0);
    await box.press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.fill('The green truck is sold.');
    const log = page.getByRole('log', { name: 'Messages in Service' });
    await log.evaluate((list) => list.scrollTo({ top: 0 }));
    await expect(edit).toHaveCount(0);
    await box.focus();
    await log.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await expect(edit).toHaveValue('The green truck is sold.');
    await expect(box).toBeFocused();
    await edit.press('Enter');
    await expect(page.getByText('The green truck is sold.')).toBeVisible();
    await expect(edit).toBeHidden();
  });

  await test.step('keeps a reply in its thread or also sends it to the channel', async () => {
    await box.fill('Who has the keys to bay two?');
    await box.press('Enter');
    // The pending row is replaced by the stored one.
    await expect(async () => {
      await page.getByText('Who has the keys to bay two?').hover();
      await page.getByRole('button', { name: 'Reply in thread' }).last().click({ timeout: 2_000 });
    }).toPass();
    const reply = page.getByRole('textbox', { name: 'Reply in thread' });
    await expect(reply).toBeEnabled();
    await reply.fill('Not me.');
    await reply.press('Enter');
    await expect(reply).toHaveValue('');
    await page.getByRole('checkbox', { name: 'Also send to Service' }).check();
    await reply.fill('They are on the hook.');
    await reply.press('Enter');
    await expect(async () => {
      const response = await page.request.get('/api/chat/messages/service');
      const texts = (await response.json()).map(({ content }: { content: string }) => content);
      expect(texts).toContain('They are on the hook.');
      expect(texts).not.toContain('Not me.');
    }).toPass();
    await expect(page.getByRole('checkbox', { name: 'Also send to Service' })).not.toBeChecked();
  });

  const listMessages = async (): Promise<ChatMessage[]> =>
    (await page.request.get('/api/chat/messages/service')).json();
  const sendScheduledNow = async (text: string) => {
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scheduled messages' });
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await expect(dialog.getByText('No scheduled messages')).toBeVisible();
    await page.keyboard.press('Escape');
    return (await listMessages()).find(({ content }) => content === text);
  };
  await test.step('a scheduled reply is also sent to the channel, and one with a quote keeps it', async () => {
    await page.getByRole('checkbox', { name: 'Also send to Service' }).check();
    const reply = page.getByRole('textbox', { name: 'Reply in thread' });
    await reply.fill('They are back.');
    await page.getByRole('button', { name: 'Send later' }).last().click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await expect(reply).toHaveValue('');
    const sentReply = await sendScheduledNow('They are back.');
    expect(sentReply?.threadId).toEqual(expect.any(String));

    await page.getByRole('button', { name: /^(Close thread|Back to Service)$/ }).click();
    const root = (await listMessages()).find(({ id }) => id === sentReply?.threadId);
    await pressToolbarButton(rowOf(page, root ?? { id: '' }), 'More actions');
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await box.fill('I put them on the hook.');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await expect(page.getByRole('button', { name: 'Remove quote' })).toHaveCount(0);
    const sentQuote = await sendScheduledNow('I put them on the hook.');
    expect(sentQuote?.replyToId).toBe(sentReply?.threadId);
  });
});

test('attaches files by button, paste and drop, and shows the outcome of each upload', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'sales');

  await test.step('attaches files by button, paste and drop', async () => {
    await page.getByRole('button', { name: 'Attach files' }).focus();
    await picker(page).setInputFiles([note]);
    await expect(files(page).getByText('note.txt')).toBeVisible();
    await expect(box).toBeFocused();

    const base64 = image.toString('base64');
    await box.evaluate((element, data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      const init = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', init));
    }, base64);
    await expect(files(page).getByText(/^Image \d{4}-\d\d-\d\d .*\.png$/)).toBeVisible();

    const dataTransfer = await page.evaluateHandle((data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'car.png', { type: 'image/png' }));
      return transfer;
    }, base64);
    await box.dispatchEvent('dragenter', { dataTransfer });
    await expect(page.getByText('Drop files to attach')).toBeVisible();
    await box.dispatchEvent('drop', { dataTransfer });
    await expect(page.getByText('Drop files to attach')).toBeHidden();
    await expect(files(page).getByText('car.png')).toBeVisible();
    await expect(files(page).locator('img[src^="blob:"]')).toHaveCount(2);

    await expect(files(page).getByRole('button', { name: /^Remove / })).toHaveCount(3);
    await files(page).getByRole('button', { name: 'Remove note.txt' }).click();
    await expect(files(page).getByText('note.txt')).toBeHidden();
    await send(page).click();
    await expect(files(page)).toBeHidden();
    expect((await lastFiles(page, 'sales')).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Image .*\.png$/),
      'car.png',
    ]);
  });

  await test.step('cancels an upload, retries a failed one and refuses an empty file', async () => {
    await page.route('**/api/chat/uploads/**', () => {});
    await picker(page).setInputFiles([note]);
    await expect(files(page).getByRole('progressbar')).toBeVisible();
    await expect(send(page)).toBeDisabled();
    await expect(page.getByText('You can send once the files are uploaded.')).toBeVisible();
    await files(page).getByRole('button', { name: 'Cancel note.txt' }).click();
    await expect(files(page)).toBeHidden();

    await page.unroute('**/api/chat/uploads/**');
    const error = 'A file must be at most 100 MB.';
    await page.route('**/api/chat/uploads/**', (route) =>
      route.fulfill({ status: 413, json: { error, code: 'too_large', requestId: 'x' } }),
    );
    await picker(page).setInputFiles([note]);
    await expect(files(page).getByText(error)).toBeVisible();
    await page.unroute('**/api/chat/uploads/**');
    await files(page).getByRole('button', { name: 'Retry note.txt' }).click();
    await expect(files(page).getByText('0.0 KB')).toBeVisible();
    await expect(send(page)).toBeEnabled();
    await files(page).getByRole('button', { name: 'Remove note.txt' }).click();

    await picker(page).setInputFiles([{ ...note, name: 'empty.txt', buffer: Buffer.alloc(0) }]);
    await expect(page.getByText('“empty.txt” is empty.', { exact: true })).toBeVisible();
    await expect(files(page)).toBeHidden();
  });
});

test('keeps a draft and its file across a reload and on another device', async ({ person }) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'service');
  await box.fill('The lift in bay three');
  await picker(page).setInputFiles([note]);
  await expect(files(page).getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
  await expect(await open(page, 'service')).toHaveValue('The lift in bay three');
  await expect(files(page).getByText('note.txt')).toBeVisible();

  const other = await person('manager', noPage);
  await expect(await open(other, 'service')).toHaveValue('The lift in bay three');
  await expect(files(other).getByText('note.txt')).toBeVisible();
  await other.getByRole('textbox', { name: 'Message Service' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message Service' })).toHaveValue('');
  await expect(files(page)).toBeHidden();
});

test('schedules, edits and cancels a message, and posts a poll', async ({ person }) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'sales');

  await test.step('schedules, edits and cancels a message', async () => {
    await box.fill('Good morning, everybody.');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await expect(box).toHaveValue('');
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scheduled messages' });
    await expect(dialog.getByText('Good morning, everybody.')).toBeVisible();
    await expect(dialog.getByText(/Times are in/)).toContainText('Central Time (Chicago)');
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Edit text' }).click();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Good morning.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Good morning.', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Change time' }).click();
    const time = page.getByRole('dialog', { name: 'Change time' });
    await time.getByLabel('Date').fill('2020-01-01');
    await time.getByRole('button', { name: 'Save' }).click();
    await expect(time.getByText('Choose a time in the future.')).toBeVisible();
    await time.getByRole('button', { name: 'Cancel' }).click();

    await dialog.getByRole('button', { name: 'Cancel this message' }).click();
    await expect(dialog.getByText('No scheduled messages')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Scheduled/ })).toBeHidden();
  });

  await test.step('posts a poll', async () => {
    await page.getByRole('button', { name: 'More to add' }).click();
    await page.getByRole('menuitem', { name: 'Create poll' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create poll' });
    await dialog.getByRole('button', { name: 'Create poll' }).click();
    await expect(dialog.getByText('Enter a question.')).toBeVisible();
    await dialog.getByLabel('Question').fill('Where do we eat on Friday?');
    await dialog.getByLabel('Option 1', { exact: true }).fill('Diner');
    await dialog.getByLabel('Option 2', { exact: true }).fill('Noodle bar');
    await dialog.getByRole('button', { name: 'Add option' }).click();
    await expect(dialog.getByLabel('Option 3', { exact: true })).toBeFocused();
    await page.keyboard.type('Here');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create poll' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Where do we eat on Friday?')).toBeVisible();
    await expect(page.getByText('Noodle bar')).toBeVisible();
  });
});

test('records a voice note with playback before sending, and reports a blocked microphone', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const box = await open(page, 'general');

  const record = page.getByRole('button', { name: 'Record a voice note' });
  await record.click();
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(files(page)).toBeHidden();

  await record.click();
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(files(page).getByText('Voice note')).toBeVisible();
  await expect(files(page).getByRole('button', { name: /^Remove Voice note/ })).toBeVisible();
  await files(page).getByRole('button', { name: 'Play voice note' }).click();
  await expect(files(page).getByRole('button', { name: 'Pause voice note' })).toBeVisible();
  await send(page).click();
  await expect(files(page)).toBeHidden();
  const [voice] = await lastFiles(page, 'general');
  expect(voice?.mimeType).toMatch(/^audio\//);
  expect(voice?.durationMs).toBeGreaterThan(900);

  await test.step('reports a blocked microphone', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('No', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Record a voice note' }).click();
    await expect(page.getByRole('alert').getByText(/Microphone access is blocked/)).toBeVisible();
    await box.pressSequentially('x');
    await expect(page.getByText(/Microphone access is blocked/)).toBeHidden();
    await box.fill('');
  });
});

test('completes a mention by touch, with large enough targets', async ({ person }) => {
  const page = await person('manager', noPage);
  const device = await page.context().newCDPSession(page);
  const screen = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await device.send('Emulation.setDeviceMetricsOverride', screen);
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  const box = await open(page, 'general');
  await box.pressSequentially('@employ');
  const list = page.getByRole('listbox', { name: 'people' });
  const option = list.getByRole('option').first();
  await expect(option).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const at = await option.boundingBox();
  const touchPoints = at ? [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }] : [];
  await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(box).toHaveValue('@employee ');
  await expect(box).toBeFocused();

  const tools = page.getByRole('toolbar', { name: 'Add to the message' }).getByRole('button');
  for (const button of [...(await tools.all()), send(page)]) {
    const size = await button.boundingBox();
    expect(size?.width).toBeGreaterThanOrEqual(44);
    expect(size?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await box.fill('');
});
