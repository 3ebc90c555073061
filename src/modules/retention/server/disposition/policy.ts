interface Person {
  userId: number;
}

/** Two people: nobody lets go what they have gathered themselves. */
export const canDecide = ({ userId }: Person, preparedBy: number) => userId !== preparedBy;
export const canWithdraw = ({ userId }: Person, preparedBy: number) => userId === preparedBy;
