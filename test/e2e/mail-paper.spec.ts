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

/** A mail, as a mail program shows it: a page of its own, or a part of one that names it. */
async function expectReadable(reader: Page, html: string): Promise<void> {
  await reader.setContent(html, { waitUntil: 'domcontentloaded' });
  // The mail program's own: what surrounds a mail has the landmarks, its subject is the heading.
  const off = { enabled: false };
  await expectAccessible(reader, {
    ...{ region: off, 'landmark-one-main': off, 'page-has-heading-one': off },
  });
  const { width, room } = await reader.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: innerWidth,
  }));
  expect(width).toBeLessThanOrEqual(room);
}

test('every mail can be read by everybody, as it is sent and as it is previewed', async ({
  person,
  browser,
}) => {
  const admin = await person('admin', '/admin-tools#system');
  const templates: Template[] = await (await admin.request.get('/api/email-templates')).json();
  expect(templates.length).toBeGreaterThan(2);
  const information = admin.getByRole('region', { name: 'System Information' });
  await information.getByRole('button', { name: 'Email Templates' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Email Template Management' });
  // Beside the page's policy, under which nothing from outside could be examined.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const reader = await context.newPage();
  for (const { id, name, subject, htmlTemplate, textTemplate } of templates) {
    const data = { subject, htmlTemplate, textTemplate };
    const answer = await admin.request.post(`/api/email-templates/${id}/preview`, { data });
    const said = await answer.json();
    await expectReadable(reader, asDocument(said.subject, said.html));
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const frame = dialog.locator('iframe[title="Email preview"]');
    await expect(frame).toHaveAttribute('srcdoc', /<body>\s*<\w+/);
    // A policy that names one page's nonce would keep the styles of this one out.
    const paper = (await frame.getAttribute('srcdoc')) ?? '';
    await expectReadable(reader, paper.replace(/<meta http-equiv[^>]*>/, ''));
  }
  await context.close();
});
