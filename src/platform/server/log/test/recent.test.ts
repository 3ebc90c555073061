import { describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createRecentLog, type LogFilter } from '../recent.ts';

const all: LogFilter = { level: 'debug', search: '', after: 0, limit: 100 };
const line = (level: string, msg: string, more = {}) =>
  `${JSON.stringify({ level, time: '2026-11-20T10:00:00.000Z', ...more, msg })}\n`;

describe('the last lines of the log', () => {
  test('are as printed, oldest first, each with its own id', () => {
    const recent = createRecentLog();
    recent.write(line('info', 'one', { requestId: 'r1' }));
    recent.write(line('warn', 'two'));
    const at = '2026-11-20T10:00:00.000Z';
    expect(recent.list(all)).toEqual([
      { id: 1, at, level: 'info', message: 'one', fields: { requestId: 'r1' } },
      { id: 2, at, level: 'warn', message: 'two', fields: {} },
    ]);
  });

  test('are filtered by level, text and id, keeping the latest', () => {
    const recent = createRecentLog();
    for (let n = 1; n <= 30; n += 1) recent.write(line(n % 3 ? 'info' : 'error', `Entry ${n}`));
    const messages = (filter: Partial<LogFilter>) =>
      recent.list({ ...all, ...filter }).map(({ message }) => message);
    expect(messages({ level: 'warn', limit: 2 })).toEqual(['Entry 27', 'Entry 30']);
    expect(messages({ search: 'ENTRY 7' })).toEqual(['Entry 7']);
    expect(messages({ after: 28 })).toEqual(['Entry 29', 'Entry 30']);
  });

  test('are limited to thousands, and long ones are truncated', () => {
    const recent = createRecentLog();
    for (let n = 1; n <= 25_000; n += 1) recent.write(line('info', String(n)));
    expect(recent.list({ ...all, limit: 100_000 }).length).toBeLessThanOrEqual(10_000);
    expect(recent.list({ ...all, limit: 1 })[0]?.message).toBe('25000');
    recent.write(line('error', 'x'.repeat(100_000)));
    const [cut] = recent.list({ ...all, limit: 1 });
    expect([cut?.level, cut?.at, cut?.message.length]).toEqual([
      'error',
      '2026-11-20T10:00:00.000Z',
      500,
    ]);
  });

  test('contain no secret that the log does not print', () => {
    const recent = createRecentLog();
    createLog('info', recent).info({ password: 'hunter2', kept: 1 }, 'Shown');
    expect(recent.list(all)).toMatchObject([{ message: 'Shown', fields: { kept: 1 } }]);
    expect(JSON.stringify(recent.list(all))).not.toContain('hunter2');
  });
});
