/** The current line stands out; the comparison differs in stroke as well as color. */
export const nowLook = { stroke: 'var(--accent)', strokeWidth: 2 };
export const beforeLook = {
  stroke: 'var(--border-strong)',
  strokeWidth: 1.5,
  strokeDasharray: '4 3',
};
