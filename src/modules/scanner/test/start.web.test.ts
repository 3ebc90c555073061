import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StartPanel } from '../web/camera/view/StartPanel.tsx';

const show = (compact: boolean) =>
  renderToStaticMarkup(createElement(StartPanel, { compact, onStart: () => {} }));

test('the scanner says what it is for, and how to begin', () => {
  expect(show(false)).toContain('Scan vehicle VINs and inventory barcodes');
  expect(show(false)).toContain('Start Scanning');
});

test('makes room for what was read', () => {
  expect(show(true)).not.toContain('Scan vehicle VINs');
  expect(show(true)).toContain('Start Scanning');
});
