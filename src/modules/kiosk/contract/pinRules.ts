/** Lines and corners of the number pad. */
const drawn = ['2580', '0852', '1470', '0741', '3690', '0963', '1397', '7931', '1793', '3971'];

/**
 * Why a PIN is too easy to guess, as a message; undefined if it is not. The schema checks its length.
 * `employeeNumber`: as entered at a kiosk.
 */
export function findPinProblem(pin: string, employeeNumber: string): string | undefined {
  const digits = [...pin].map(Number);
  if (employeeNumber !== '' && Number(pin) === Number(employeeNumber)) {
    return 'Choose a PIN other than your employee number';
  }
  if (isSequence(digits) || drawn.includes(pin)) return 'Avoid sequences such as 1234';
  if (isRepeat(pin)) return 'Avoid repeated digits such as 1212';
  if (isDate(pin)) return 'Avoid dates and years such as birthdays';
  return undefined;
}

/** The same step from each digit to the next: 1111, 4321, 2468, 8901. */
function isSequence(digits: readonly number[]): boolean {
  const [first = 0, second = 0] = digits;
  const step = (second - first + 10) % 10;
  return digits.every(
    (digit, at) => at === 0 || (digit - (digits[at - 1] ?? 0) + 10) % 10 === step,
  );
}

/** 1212, 123123, 1122, 11112222, 1221, and at most two different digits. */
function isRepeat(pin: string): boolean {
  const halves = [pin.slice(0, pin.length / 2), pin.slice(pin.length / 2)];
  if (pin.length % 2 === 0 && halves[0] === halves[1]) return true;
  if ([...pin].toReversed().join('') === pin) return true;
  if (/^(?:(\d)\1)+$/.test(pin)) return true;
  return new Set(pin).size <= (pin.length > 4 ? 2 : 1);
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isDay = (month: string, day: string) =>
  Number(day) >= 1 && Number(day) <= (monthDays[Number(month) - 1] ?? 0);
const isYear = (year: string) => /^(19[3-9]|20[0-3])\d$/.test(year);

/** A year, a day of the year, or a date in any usual order. */
function isDate(pin: string): boolean {
  const [a, b, c, d] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4, 6), pin.slice(6, 8)];
  const isDayOf = (one: string, other: string) => isDay(one, other) || isDay(other, one);
  switch (pin.length) {
    case 4:
      return isYear(pin) || isDayOf(a, b);
    case 6:
      return isDayOf(a, b) || isDay(b, c);
    case 8:
      return (isDayOf(a, b) && isYear(c + d)) || (isYear(a + b) && isDayOf(c, d));
    default:
      return false;
  }
}
