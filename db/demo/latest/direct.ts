/** Two people, and what they wrote each other. */
export interface Direct {
  between: readonly [string, string];
  script: string;
}
