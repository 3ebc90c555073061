export const latestSales = `
# store=ford
manager -612: Against the pace for {month}: Ford 104 %, Hyundai 97 %, Chevy 101 %. With {left} the
  next twenty appointments decide it, so please confirm every one of them by voice, not only by
  text.
~ 💪 kevin.matsuda simone.archer
~ pin manager
kayla.moss -598: Mine are all confirmed through {day:2}: 17 set, 5 of them be-backs. Two would like
  to be helped in Spanish, I put that on the appointment.
~ was: Mine are all confirmed through {day:2}: 16 set, 5 of them be-backs.

# store=chevrolet
jake.lindstrom -420: Does anybody have a line on a Tahoe Z71 in black? Family of six, driving in
  from two counties over, and they won't settle for the gray one.
> simone.archer -411: One inbound, {stock}, no deposit on it. It left the rail yard, call it a week.
  Take a refundable deposit and I'll tag it for you.
> jake.lindstrom -396: Deposit taken and tagged. They're sending a photo of the whole family when it
  lands 😄
~ ❤️ simone.archer fatima.haidari

# store=hyundai
priya.raman -236: @linda.tran the Sandhu family can sign at {at:60} if finance has a slot. Palisade
  Limited, trade is a paid-off Sorento, two signers.
> linda.tran -229: Come straight in. Please bring a second ID for him, the address on the license is
  the old one.
curtis.yoder -192: PDI on {stock} is done. There's a tiny seed in the clear coat above the rear
  glass, photos are in the stock file. Your call: take it as is, or we open a transport claim.
> kevin.matsuda -186: We claim it, and we tell them before they find it. @hannah.schultz would you
  call?
> hannah.schultz -171: Called. They're fine as long as it's fixed before their trip, and she said
  nobody ever told her about a flaw first. Keeping that one.
~ 👏 kevin.matsuda curtis.yoder grace.oyelaran

# store=ford
tyler.boone -66: Trade walk please: four-year-old RAV4 XLE, 61,300 miles, two keys, one door ding
  left rear. They have an online offer of $18,400 in their pocket, good for seven days.
manager -58: Saw it. I'm at $18,000, and with the sales tax credit on the difference we're ahead by
  about $700. Show them that line on the worksheet, in writing.
tyler.boone -31: That line did it. Signed, the trade is {trade}. Bank payoff, ten days of per diem.
~ 🎉 manager employee priya.raman kayla.moss
gregory.stahl -27: Payoff letter is requested. Account number of the lienholder in the jacket this
  time please 🙂
kayla.moss -9: Hot one: Brenda Eastman is on her way to the Ford store, half an hour out, for the
  Explorer ST-Line ({stock2}). Cash, has been to two other stores, hates back and forth. @employee
  she asked for you by name.
employee -4: On it. Pulling it up front with a plate on, and the out-the-door figure is on my desk
  before she sits down.
`;
