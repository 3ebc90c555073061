import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalog, type TemplateKey, templateKeys } from '../server/catalog/catalog.ts';
import type { Definition, Variables } from '../server/catalog/definition.ts';
import { assertUsable } from '../server/language/check.ts';
import { fill, hideValues, samplesOf } from '../server/language/fill.ts';
import { findBareValue } from '../server/language/markup.ts';
import { findProblem } from '../server/language/problems.ts';

const variables: Variables = {
  firstName: { kind: 'text', description: '', sample: 'Dana' },
  link: { kind: 'link', description: '', sample: 'https://x.example/', hidden: '(removed)' },
  isSingle: { kind: 'flag', description: '', sample: true },
  vehicles: {
    kind: 'list',
    description: '',
    fields: { model: { description: '' }, note: { description: '', hidden: '(hidden)' } },
    sample: [],
  },
};
const problem = (source: string) => findProblem(source, variables);
const html = (source: string, values: object) =>
  fill({ subject: 'x', htmlTemplate: source, textTemplate: 'x' }, variables, values).html;
const subject = (source: string, values: object) =>
  fill({ subject: source, htmlTemplate: 'x', textTemplate: 'x' }, variables, values).subject;

describe('a template may use', () => {
  test.each([
    ['Hello {{firstName}}, {{ link }}'],
    ['{{#isSingle}}one{{/isSingle}}{{^isSingle}}many{{/isSingle}}'],
    ['{{#vehicles}}{{model}} for {{firstName}}{{/vehicles}}{{^vehicles}}none{{/vehicles}}'],
    ['{{! a remark }}{{#firstName}}Hello {{firstName}}{{/firstName}}'],
    ['a } single { bracket'],
    [''],
  ])('%s', (source) => expect(problem(source)).toBeNull());
});

describe('a template is refused, with the line, for', () => {
  test.each([
    ['an unknown variable', 'Hello\n{{nickname}}', 2, '{{nickname}} is not a variable'],
    ['the constructor', '{{constructor}}', 1, '{{constructor}} is not a variable'],
    ['a section of it', '\n\n{{#constructor}}x{{/constructor}}', 3, '{{constructor}} is not'],
    ['the prototype', '{{__proto__}}', 1, '{{__proto__}} is not a variable'],
    ['a path', '{{firstName.length}}', 1, '{{firstName.length}} is not a variable'],
    ['the current item', '{{#vehicles}}{{.}}{{/vehicles}}', 1, '{{.}} is not a variable'],
    ['a field outside of its list', '{{model}}', 1, '{{model}} is not a variable'],
    [
      'a field where the list is empty',
      '{{^vehicles}}{{model}}{{/vehicles}}',
      1,
      '{{model}} is not',
    ],
    ['nothing', '{{}}', 1, '{{}} is not a variable'],
    ['a raw value', 'x\n{{{firstName}}}', 2, 'Use {{firstName}}'],
    ['a raw value, written shorter', '{{&firstName}}', 1, 'Use {{firstName}}'],
    ['another template', '{{> secrets}}', 1, 'include other templates'],
    ['other delimiters', 'x\n\n{{=<% %>=}}<%constructor%>', 3, 'can’t be changed'],
    ['other delimiters, with blanks', '{{ =<% %>= }}', 1, 'can’t be changed'],
    ['a list as a value', '{{vehicles}}', 1, '{{#vehicles}}'],
    ['a flag as a value', '{{isSingle}}', 1, '{{#isSingle}}'],
    [
      'a list in a list',
      '{{#vehicles}}{{#vehicles}}x{{/vehicles}}{{/vehicles}}',
      1,
      'inside a list',
    ],
    [
      'sections without end',
      '{{#isSingle}}'.repeat(3_000) + '{{/isSingle}}'.repeat(3_000),
      1,
      'deeply',
    ],
    ['an open bracket', 'Hello\n{{firstName', 2, 'not closed'],
    ['an open section', '\n{{#isSingle}}x', 2, '{{#isSingle}} is not closed'],
    ['a section closed twice', 'x\n{{/isSingle}}', 2, 'no matching opening tag'],
  ])('%s', (_, source, line, text) => {
    expect(problem(source)).toMatchObject({ line, message: expect.stringContaining(text) });
  });
});

describe('a value', () => {
  test('is escaped in HTML', () => {
    const firstName = `<script>alert(1)</script>"'\`&`;
    const filled = html('<p title="{{firstName}}">{{firstName}}</p>', { firstName });
    const safe = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&#96;&amp;';
    expect(filled).toBe(`<p title="${safe}">${safe}</p>`);
  });

  test('that looks like a variable is not expanded', () => {
    expect(html('{{firstName}}', { firstName: '{{link}}', link: 'x' })).toBe('{{link}}');
  });

  test('adds no line to a subject', () => {
    const firstName = 'Dana\r\nBcc: evil@evil.example\u2028x\0y';
    expect(subject('Hello {{firstName}}', { firstName })).toBe(
      'Hello Dana Bcc: evil@evil.example x y',
    );
  });

  test('that is a function is never called', () => {
    let called = false;
    const firstName = () => {
      called = true;
      return () => '{{link}}';
    };
    html('{{#firstName}}x{{/firstName}}{{firstName}}', { firstName });
    expect(called).toBe(false);
  });

  test('that is not listed is absent', () => {
    const values = { firstName: 'Dana', vehicles: [{ model: 'Bronco', price: '1' }] };
    expect(
      html('{{#vehicles}}{{price}}{{model}}{{/vehicles}}{{secret}}', { ...values, secret: 's' }),
    ).toBe('Bronco');
    expect(problem('{{#vehicles}}{{price}}{{/vehicles}}')).toMatchObject({ line: 1 });
  });

  test.each([
    ['<a href={{link}}>', 1],
    ['<p>\n<a {{firstName}}>', 2],
    ['<{{firstName}}>', 1],
    ['<a title="x"{{firstName}}>', 1],
    ['<a href={{#isSingle}}{{link}}{{/isSingle}}>', 1],
  ])('without quotes in a tag is refused: %s', (source, line) => {
    expect(findBareValue(source)).toMatchObject({ line });
  });

  test.each([
    ['<a href="{{link}}" title=\'{{firstName}}\'>{{firstName}}</a>'],
    ['{{firstName}} < {{link}} > x'],
  ])('is allowed elsewhere: %s', (source) => expect(findBareValue(source)).toBeNull());

  test('that gives access to an account or that others wrote is hidden from administrators', () => {
    const values = {
      firstName: 'Dana',
      link: 'https://x.example/#token=abc',
      vehicles: [{ model: 'Bronco', note: 'the password is 1234' }],
    };
    const source = '{{firstName}} {{link}} {{#vehicles}}{{model}} {{note}}{{/vehicles}}';
    expect(html(source, hideValues(variables, values))).toBe('Dana (removed) Bronco (hidden)');
  });
});

test('any input is refused with a line, or rendered without unescaped values', () => {
  const pieces = [
    ...['{{', '}}', '{{{', '}}}', '{{#', '{{^', '{{/', '{{>', '{{&', '{{=', '=}}', '{{!', '.'],
    ...[
      'firstName',
      'link',
      'isSingle',
      'vehicles',
      'model',
      'constructor',
      '__proto__',
      'toString',
    ],
    ...[
      '{{firstName}}',
      '{{#vehicles}}',
      '{{/vehicles}}',
      '{{#isSingle}}',
      '{{/isSingle}}',
      '<a href="',
    ],
    ...['">', '<p ', '<', '>', "'", '"', ' ', '\n', '\u2028', '\ud800', 'x'],
  ];
  const values = { firstName: '<evil a="b">', vehicles: [{ model: "<evil a='b'>" }] };
  let filled = 0;
  const sources = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
  fc.assert(
    fc.property(sources, (parts) => {
      const source = parts.join('');
      const found = problem(source);
      if (found) {
        expect(found.line).toBeGreaterThan(0);
        expect(found.line).toBeLessThanOrEqual(source.split('\n').length);
        return;
      }
      filled++;
      expect(findBareValue(source)?.line ?? 1).toBeGreaterThan(0);
      expect(html(source, values)).not.toContain('<evil');
      expect(subject(source, values)).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 3_000, seed: 20_261_122 },
  );
  expect(filled).toBeGreaterThan(100);
});

describe('required content', () => {
  const refusal = (definition: Definition, changes: object) => {
    try {
      assertUsable(definition, { ...definition.content, ...changes });
      return null;
    } catch (error) {
      return error;
    }
  };

  test('is the link of a reset email, in both parts and unconditionally', () => {
    const { textTemplate, htmlTemplate } = catalog['password-reset'].content;
    const message = '{{resetLink}} is required in this email.';
    for (const [field, source] of Object.entries({ textTemplate, htmlTemplate })) {
      const without = { [field]: source.replaceAll('{{resetLink}}', 'ask IT') };
      expect(refusal(catalog['password-reset'], without)).toMatchObject({
        code: 'invalid',
        fields: { [field]: message },
      });
    }
    const sometimes = { textTemplate: '{{#firstName}}{{resetLink}}{{/firstName}}' };
    expect(refusal(catalog['password-reset'], sometimes)).toMatchObject({ code: 'invalid' });
  });

  test('is an unsubscribe link in marketing', () => {
    const unsubscribeLink = { kind: 'link', description: '', sample: '' } as const;
    const offer: Definition = {
      name: 'Offer',
      description: '',
      category: 'marketing',
      required: [],
      variables: { ...variables, unsubscribeLink },
      content: { subject: 'x', htmlTemplate: 'x', textTemplate: 'x' },
    };
    expect(refusal(offer, {})).toMatchObject({
      fields: {
        htmlTemplate: expect.stringContaining('{{unsubscribeLink}}'),
        textTemplate: expect.stringContaining('{{unsubscribeLink}}'),
      },
    });
    const both = { htmlTemplate: '{{unsubscribeLink}}', textTemplate: '{{unsubscribeLink}}' };
    expect(refusal(offer, both)).toBeNull();
    expect(refusal({ ...offer, category: 'notification' }, {})).toBeNull();
  });

  test.each(templateKeys)('is in the original text of %s', (key: TemplateKey) => {
    const { content, variables: own } = catalog[key];
    expect(refusal(catalog[key], {})).toBeNull();
    const filled = fill(content, own, samplesOf(own));
    for (const part of Object.values(filled)) expect(part).not.toMatch(/\{\{|\}\}|undefined/);
  });
});
