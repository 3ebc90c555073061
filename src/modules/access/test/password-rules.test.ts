import { describe, expect, test } from 'vitest';
import { assertAcceptable } from '../server/public.ts';

const owner = {
  username: 'employee',
  email: 'rosa.delgado@larkfield.example',
  firstName: 'Rosa',
  lastName: 'Delgado',
};
const row = {
  username: owner.username,
  email: owner.email,
  first_name: owner.firstName,
  last_name: owner.lastName,
};

describe('a password', () => {
  test.each([
    'employee1',
    'Employee2026!',
    'rosa.delgado99',
    'RosaDelgado!',
    'delgado-2026',
    'Forecourt1!',
    'f0rec0urt!!',
    'forecourt-demo',
    'hyundai2026',
    'Hyundai!Sales',
    'my-ford-2026',
    'Chevr0let#1',
    'Larkfield2026',
    'Spring2026!',
    'summer-24',
    'October2026',
    'Monday2026!',
  ])('based on the person, the company, a brand or the calendar is rejected: %s', (password) => {
    for (const person of [owner, row]) {
      expect(() => assertAcceptable(password, person)).toThrow(/^Password must not be based on/);
    }
  });

  test.each([
    'P@ssword123',
    'Password2026!',
    'p455w0rd99',
    'aaaaaaab',
    'abababab',
    'qwertyuiop',
    'qwertz123',
    'asdfghjkl1',
    '1qaz2wsx3edc',
    'abcdefgh1',
    '12345678',
    '11223344',
    '20261123',
    'dragon99',
    'letmein!!',
    'iloveyou2',
  ])('on a list, on the keyboard or with a pattern is rejected: %s', (password) => {
    expect(() => assertAcceptable(password, owner)).toThrow(/^Password must be harder to guess/);
  });

  test.each([
    'a quiet harbor 9',
    'correct horse battery',
    'the employee likes green tea',
    'affordable harbor lamp',
    'jk7Qp2mx',
    'xk7!pq2z',
    'hT4mK-9pRz2-Wq8vN-3bYcD',
    'пароль-для-работы',
    '🚗🚙🚕🚌🚎🏎🚓🚑',
  ])('that is hard to guess is accepted: %s', (password) => {
    expect(() => assertAcceptable(password, owner)).not.toThrow();
  });

  test('is checked quickly whatever the input, because it blocks the event loop', () => {
    const hostile = ['@4s5$0o1!il3', 'p4ssw0rd', '1l!|i', 'abcabcabd', '@', '123', 'qwe', 'a1s2d3'];
    for (const part of hostile) {
      const startedAt = process.cpuUsage();
      try {
        assertAcceptable(part.repeat(256).slice(0, 256), owner);
      } catch {
        // Only the time matters here.
      }
      // CPU time, because the machine may be busy; the limit is twenty times the usual time.
      expect(process.cpuUsage(startedAt).user).toBeLessThan(1_500_000);
    }
  });
});
