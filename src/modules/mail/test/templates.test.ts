import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { requestPasswordReset } from '../../access/contract.ts';
import { emailsTo } from '../../access/test/mailbox.ts';
import { listActivity } from '../../activity/contract.ts';
import {
  type EmailTemplate,
  listEmailTemplates,
  listTemplateVersions,
  previewEmailTemplate,
  restoreTemplateVersion,
  saveEmailTemplate,
  sendTestEmail,
} from '../contract.ts';
import { renderMail } from '../server/public.ts';

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

async function find(id: string): Promise<EmailTemplate> {
  const { body } = await admin.call(listEmailTemplates);
  const template = body.find((one) => one.id === id);
  if (!template) throw new Error(`There is no template ${id}`);
  return template;
}

const contentOf = ({ subject, htmlTemplate, textTemplate }: EmailTemplate) => ({
  subject,
  htmlTemplate,
  textTemplate,
});

async function save(id: string, changes: object, client = admin) {
  const template = await find(id);
  const body = { ...contentOf(template), active: template.active, ...changes };
  return client.call(saveEmailTemplate, { params: { id }, body });
}

describe('templates', () => {
  test('are listed with the fields of the specification', async () => {
    expect(await find('password-reset')).toMatchObject({
      id: 'password-reset',
      name: 'Password reset',
      subject: 'Reset your Forecourt password',
      htmlTemplate: expect.stringContaining('href="{{resetLink}}"'),
      textTemplate: expect.stringContaining('{{resetLink}}'),
      active: true,
      category: 'security',
      variables: ['firstName', 'resetLink'],
      version: 0,
      savedBy: null,
    });
    const { body } = await admin.call(listEmailTemplates);
    expect(body.map(({ id, category }) => [id, category])).toEqual([
      ['password-reset', 'security'],
      ['password-changed', 'security'],
      ['new-device', 'security'],
      ['sign-in-attack', 'security'],
      ['email-confirmation', 'security'],
      ['notification-digest', 'notification'],
      ['report', 'notification'],
      ['test', 'other'],
    ]);
  });

  test('are not accessible to others', async () => {
    const template = await find('test');
    const body = { ...contentOf(template), active: true };
    for (const client of [forecourt.client(), await forecourt.signIn('gm')]) {
      const params = { id: 'test' };
      const responses = [
        await client.call(listEmailTemplates),
        await client.call(saveEmailTemplate, { params, body }),
        await client.call(previewEmailTemplate, { params, body: contentOf(template) }),
        await client.call(listTemplateVersions, { params }),
        await client.call(restoreTemplateVersion, { params, body: { restore: 0, version: 0 } }),
        await client.call(sendTestEmail, { body: { email: 'x@example.com' } }),
      ];
      const status = client.cookie ? 403 : 401;
      expect(responses.map((response) => response.status)).toEqual(Array(6).fill(status));
    }
    expect((await find('test')).version).toBe(0);
  });

  test('that do not exist are 404', async () => {
    const { status } = await admin.raw('GET', '/api/email-templates/constructor/versions');
    expect(status).toBe(404);
    const params = { id: '__proto__' };
    const body = contentOf(await find('test'));
    expect((await admin.call(previewEmailTemplate, { params, body })).status).toBe(404);
  });

  test('apply from the next email on', async () => {
    const textTemplate = 'Dear {{firstName}}, go here now:\n{{resetLink}}\n';
    const { status, body } = await save('password-reset', { textTemplate, subject: 'New key' });
    expect([status, body.version, body.savedBy]).toEqual([200, 1, expect.stringContaining(' ')]);
    const email = 'employee@larkfield.example';
    await forecourt.client().call(requestPasswordReset, { body: { email } });
    const [mail] = await emailsTo(forecourt, email);
    expect(mail?.subject).toBe('New key');
    expect(mail?.text).toMatch(
      /^Dear \w+, go here now:\nhttp:\S+\/reset-password#token=[\w-]{43}\n+$/,
    );
    expect(mail?.html).toContain('Choose a new password');
  });

  test('are logged with who changed them, and the current version', async () => {
    await save('test', { subject: 'Does it arrive?' });
    const auditor = await forecourt.signIn('admin');
    const { body } = await auditor.call(listActivity, {
      query: { action: 'mail.template_changed', subjectId: 'test' },
    });
    expect(body[0]).toMatchObject({
      subjectName: 'Test email',
      before: { version: 0, subject: 'Test email from Forecourt' },
      after: { version: 1, subject: 'Does it arrive?' },
    });
  });
});

describe('saving is refused', () => {
  test.each([
    [
      'an unknown variable',
      { htmlTemplate: 'x\n{{constructor}} {{resetLink}}' },
      'HTML: Line 2: {{constructor}}',
    ],
    ['a value without quotes', { htmlTemplate: '<a href={{resetLink}}>x</a>' }, 'HTML: Line 1:'],
    ['an email without its link', { textTemplate: 'Hello' }, 'Text: {{resetLink}} is required'],
    ['a link in the subject', { subject: 'Go to {{resetLink}}' }, 'Subject: Line 1: Links'],
    ['an empty subject', { subject: '  ' }, 'subject: Required'],
    ['a blank text', { textTemplate: ' \n ' }, 'textTemplate: '],
    ['a security email that is off', { active: false }, 'Security emails can’t be turned off'],
    ['an unknown field', { surprise: 1 }, 'surprise: Unknown field'],
    [
      'an email that is too long',
      { htmlTemplate: 'x'.repeat(50_001) },
      'htmlTemplate: Must be at most',
    ],
  ])('for %s', async (_, changes, sentence) => {
    const before = await find('password-reset');
    const { status, body } = await save('password-reset', changes);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid', error: expect.stringContaining(sentence) });
    expect(await find('password-reset')).toEqual(before);
  });

  test('over someone else’s version, but not without a version or for an identical text', async () => {
    const { version } = await find('notification-digest');
    expect((await save('notification-digest', { subject: 'A', version })).status).toBe(200);
    const late = await save('notification-digest', { subject: 'B', version });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: expect.stringContaining('Someone else') });
    expect((await find('notification-digest')).subject).toBe('A');
    expect((await save('notification-digest', { subject: 'A', version })).body.version).toBe(
      version + 1,
    );
    expect((await save('notification-digest', { subject: 'C' })).body.subject).toBe('C');
  });

  test('for all but one of several concurrent saves', async () => {
    const { version } = await find('notification-digest');
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        save('notification-digest', { subject: `${n}`, version }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await find('notification-digest')).version).toBe(version + 1);
  });
});

describe('earlier versions', () => {
  const params = { id: 'test' };

  test('are kept and can be restored, down to the original text', async () => {
    await save('test', { subject: 'First', active: false });
    const first = await find('test');
    await save('test', { subject: 'Second', active: true });
    const second = await find('test');
    const restored = await admin.call(restoreTemplateVersion, {
      params,
      body: { restore: first.version, version: second.version },
    });
    expect(restored.body).toMatchObject({
      subject: 'First',
      active: false,
      version: 3 + first.version - 1,
    });
    const { body: versions } = await admin.call(listTemplateVersions, { params });
    expect(versions[0]).toMatchObject({ subject: 'First', restoredFrom: first.version });
    expect(versions[1]).toMatchObject({ subject: 'Second', restoredFrom: null });
    expect(versions.at(-1)).toMatchObject({ version: 0, subject: 'Test email from Forecourt' });
    const { body } = await admin.call(restoreTemplateVersion, {
      params,
      body: { restore: 0, version: restored.body.version },
    });
    expect(body).toMatchObject({ subject: 'Test email from Forecourt', active: true });
  });

  test('are not restored over someone else’s version, nor if they do not exist', async () => {
    const { version } = await find('test');
    const restore = (body: { restore: number; version: number }) =>
      admin.call(restoreTemplateVersion, { params, body });
    expect((await restore({ restore: 0, version: version - 1 })).status).toBe(409);
    expect((await restore({ restore: version + 7, version })).status).toBe(404);
    expect((await find('test')).version).toBe(version);
  });
});

describe('a preview', () => {
  const preview = (id: string, changes: object) =>
    find(id).then((template) =>
      admin.call(previewEmailTemplate, {
        params: { id },
        body: { ...contentOf(template), ...changes },
      }),
    );

  test('has sample values and saves nothing', async () => {
    const before = await find('password-reset');
    const textTemplate = 'Hi {{firstName}}:\n{{resetLink}}';
    const { body } = await preview('password-reset', { textTemplate });
    expect(body.text).toBe('Hi Dana:\nhttps://forecourt.example/reset-password#token=sample');
    expect(body.html).toContain('href="https://forecourt.example/reset-password#token=sample"');
    expect(await find('password-reset')).toEqual(before);
  });

  test.each([
    '{{constructor}}',
    '{{#constructor}}x{{/constructor}}',
    '{{__proto__}}',
    '{{{firstName}}}',
  ])('of %s is refused', async (textTemplate) => {
    const { status, body } = await preview('test', { textTemplate });
    expect(status).toBe(400);
    expect(body).toHaveProperty('fields.textTemplate', expect.stringContaining('Line 1: '));
  });
});

describe('an email', () => {
  const values = { firstName: 'Dana', loginLink: 'https://x.example/' };

  test('whose template is off is not rendered', async () => {
    const { db } = forecourt.platform;
    await save('test', { active: false });
    expect(await renderMail(db, 'test', values)).toBeNull();
    await save('test', { active: true });
    expect(await renderMail(db, 'test', values)).toMatchObject({
      category: 'other',
      template: 'test',
      text: expect.stringContaining('Dana'),
      html: expect.stringContaining('Dana'),
    });
  });

  test('falls back to the original text if the saved one uses removed variables', async () => {
    const { db } = forecourt.platform;
    const { version } = await find('password-reset');
    await db
      .insertInto('email_template_versions')
      .values({
        template: 'password-reset',
        version: version + 1,
        active: true,
        subject: 'Old',
        html: '{{nickname}}',
        text: '{{nickname}}',
        saved_by: 1,
        saved_by_name: 'Someone',
      })
      .execute();
    const letter = await renderMail(db, 'password-reset', { firstName: 'Dana', resetLink: 'L' });
    expect(letter?.text).toContain('Hello Dana');
    expect(letter?.shown?.text).toContain('(link removed)');
  });
});
