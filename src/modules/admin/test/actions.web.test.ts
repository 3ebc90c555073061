import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { actionOptions } from '../web/activity/actions.ts';

const modules = path.resolve(import.meta.dirname, '../..');

test('every action in the log has a label', () => {
  const files = fs.readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const server = files.filter((file) => /^[\w-]+\/server\/.*\.ts$/.test(file));
  const actions = server.flatMap((file) => {
    const text = fs.readFileSync(path.join(modules, file), 'utf8');
    return [...text.matchAll(/\baction:([^,;]*)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action),
    );
  });
  expect(actions.length).toBeGreaterThan(30);
  const named = new Set(actionOptions.map(({ value }) => value));
  expect([...new Set(actions)].filter((action) => action && !named.has(action))).toEqual([]);
});
