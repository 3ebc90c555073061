import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/ApiError.ts';
import { NotLoaded } from '../NotLoaded.tsx';

const textOf = (error: unknown, note?: string) =>
  renderToStaticMarkup(
    createElement(NotLoaded, { what: 'deals', error, onRetry: () => {}, ...(note && { note }) }),
  ).replace(/<[^>]+>/g, '|');

test('what failed to load is explained by the server, and by the connection only without a response', () => {
  const refused = new ApiError(403, 'Forbidden', JSON.stringify({ error: 'You have no access.' }));
  expect(textOf(refused)).toContain('You have no access.');
  expect(textOf(refused)).not.toContain('connection');
  expect(textOf(new ApiError(502, 'Bad Gateway', '<html>'))).not.toContain('connection');
  const offline = textOf(new TypeError('Failed to fetch'), 'Scanning still works.');
  expect(offline).toContain('Couldn’t load deals');
  expect(offline).toContain('Check your connection and try again. Scanning still works.');
});
