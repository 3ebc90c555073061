import type { Page } from '@playwright/test';
import { asDocument } from '../../src/platform/server/mail/document.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

interface Template {
  id: string;
  name: string;
  subject: string;
  htmlTemplate: string;
  textTemplate: string;
}

/** Shows the email as a mail client does. */
async function expectReadable(reader: Page, html: string): Promise<void> {
  await reader.setContent(html, { waitUntil: 'domcontentloaded' });
  // Landmarks and the heading, which is the subject, come from the mail client.
  const disabled = { enabled: false };
  await expectAccessible(reader, {
    region: disabled,
    'landmark-one-main': disabled,
    'page-has-heading-one': disabled,
  });
  const { width, available } = await reader.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    available: innerWidth,
  }));
  expect(width).toBeLessThanOrEqual(available);
}

test('every email is accessible as sent and as previewed', async ({ person, browser }) => {
  const admin = await person('admin', '/admin-tools#system');
  const templates: Template[] = await (await admin.request.get('/api/email-templates')).json();
  expect(templates.length).toBeGreaterThan(2);
  const information = admin.getByRole('region', { name: 'System Information' });
  await information.getByRole('button', { name: 'Email Templates' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Email Template Management' });
  // A context of its own: the content security policy of the app would block axe.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const reader = await context.newPage();
  for (const { id, name, subject, htmlTemplate, textTemplate } of templates) {
    const data = { subject, htmlTemplate, textTemplate };
    const response = await admin.request.post(`/api/email-templates/${id}/preview`, { data });
    const rendered = await response.json();
    await expectReadable(reader, asDocument(rendered.subject, rendered.html));
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const frame = dialog.locator('iframe[title="Email preview"]');
    await expect(frame).toHaveAttribute('srcdoc', /<body>\s*<\w+/);
    // Its content security policy names the nonce of another page and would block the styles.
    const srcdoc = (await frame.getAttribute('srcdoc')) ?? '';
    await expectReadable(reader, srcdoc.replace(/<meta http-equiv[^>]*>/, ''));
  }
  await context.close();
});
