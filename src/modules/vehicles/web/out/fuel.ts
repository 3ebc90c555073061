const names = ['Empty', '1/8', '1/4', '3/8', '1/2', '5/8', '3/4', '7/8', 'Full'];

/** Fuel level in eighths. */
export const fuelOf = (eighths: number) => names[eighths] ?? '';
export const fuelOptions = names.map((label, value) => ({ value: String(value), label }));
