/** What is looked at stands out; what it is compared with stands behind it, by its stroke too. */
export const nowLook = { stroke: 'var(--accent)', strokeWidth: 2 };
export const beforeLook = {
  stroke: 'var(--border-strong)',
  strokeWidth: 1.5,
  strokeDasharray: '4 3',
};
