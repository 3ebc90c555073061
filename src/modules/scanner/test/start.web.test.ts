import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StartPanel } from '../web/camera/view/StartPanel.tsx';

const show = (compact: boolean) =>
  renderToStaticMarkup(createElement(StartPanel, { compact, onStart: () => {} }));

test('the start panel explains the scanner and offers to start', () => {
  expect(show(false)).toContain('Scan vehicle VINs and inventory barcodes');
  expect(show(false)).toContain('Start Scanning');
});

test('is only a button once there is a result', () => {
  expect(show(true)).not.toContain('Scan vehicle VINs');
  expect(show(true)).toContain('Start Scanning');
});
