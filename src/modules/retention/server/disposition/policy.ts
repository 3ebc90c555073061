interface Person {
  userId: number;
}

/** Dual control: no one approves a batch they prepared. */
export const canDecide = ({ userId }: Person, preparedBy: number) => userId !== preparedBy;
export const canWithdraw = ({ userId }: Person, preparedBy: number) => userId === preparedBy;
