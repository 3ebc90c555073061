import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const log = new URL('../log.ts', import.meta.url).href;

/** What a process prints that runs this code with a `log`. */
function printed(code: string, level = 'info'): string {
  const script = `import { createLog } from '${log}'; const log = createLog('${level}'); ${code}`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  expect(ran.stderr.toString()).toBe('');
  return ran.stdout.toString();
}

describe('a log line', () => {
  test('is one line of JSON with a level and an ISO time, whatever the text', () => {
    const text = 'two\nlines\r\t\u001b[31mred\u001b[0m\u0000 "quoted" \u2028';
    const out = printed(`log.info({ who: ${JSON.stringify(text)} }, ${JSON.stringify(text)})`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in it
    expect(out).toMatch(/^[^\u0000-\u001f]+\n$/);
    expect(JSON.parse(out)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      who: text,
      msg: text,
    });
  });

  test('contains no secret, neither at the top nor one level down', () => {
    const secrets = {
      password: 'hunter2',
      newPassword: 'hunter2',
      currentPassword: 'hunter2',
      token: 'hunter2',
      tokenHash: 'hunter2',
      cookie: 'hunter2',
      authorization: 'hunter2',
      'set-cookie': ['hunter2'],
      content: 'hunter2',
    };
    const out = printed(
      `const s = ${JSON.stringify(secrets)}; log.info({ ...s, body: { ...s, kept: 1 } }, 'x')`,
    );
    expect(out).not.toContain('hunter2');
    expect(JSON.parse(out)).toMatchObject({ body: { kept: 1 }, msg: 'x' });
  });

  test('has an error without the row it is about', () => {
    const out = printed(`
      const error = Object.assign(new Error('duplicate key'), {
        code: '23505', detail: 'Key (email)=(a@b.c) already exists.', where: 'a@b.c' });
      log.error({ err: error }, 'Request failed')`);
    expect(out).not.toContain('a@b.c');
    expect(JSON.parse(out).err).toMatchObject({ message: 'duplicate key', code: '23505' });
  });

  test('below the level is not written', () => {
    expect(printed(`log.info('quiet'); log.error('loud')`, 'error')).not.toContain('quiet');
    expect(printed(`log.error('nothing')`, 'silent')).toBe('');
  });
});
