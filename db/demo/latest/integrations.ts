export const latestIntegrations = `
# store=chevrolet
system_bot -560: Recall notice · 23 VINs matched for the new seat belt anchor campaign: 3 in stock
  at Chevy ({stock}, {stock2}, {stock3}), 20 sold by us.
  | Stock units are on safety hold. Owner letters are drafted, not sent.
> renee.dubois -541: Red tags are on and the keys are with Dale. Kits: first twelve are allocated for
  {day:3}.
> chloe.baptiste -502: Letters are released with the earliest appointment date in them, so we don't
  promise what we can't do.

# store=ford
system_bot -431: Webhook deliveries to "desking tool" are slow · 4.8 s on average over the last
  hour, 0 failed. The queue keeps up.
> tomasz.zielinski -402: Confirmed on their status page, they're moving data centers. I'll watch it
  until they're done.
> admin -394: Thanks Tomasz. If it fails for more than an hour, pause the queue, we lose nothing by
  waiting.
> tomasz.zielinski -171: Back under 300 ms, nothing was lost. Closing my note.
~ ✅ chloe.baptiste

# store=hyundai
system_bot -152: Inventory feed finished · 148 units sent to 5 sites · new 6, removed 4, price
  changes 3. 1 unit skipped: no photos ({ustock}).
kevin.matsuda -139: Uploading its photos now, so it goes out with the next run.

# store=chevrolet
system_bot -118: New internet lead · Larkfield Chevrolet
  | Gwen Rasmussen, (785) 555-0147
  | Interest: Colorado Z71 ({stock}) · Source: listing site · wants a trade value on a 2019 Tacoma
  | Assigned to Fatima Haidari, first answer due in 15 minutes.
system_bot -96: Lender status · 6 contracts funded since the last report, 3 pending, oldest 6 days.

# store=ford
system_bot -63: Price drop · {ustock} {used}: $1,200 lower, now $21,700, 58 days in stock.
system_bot -38: New internet lead · Larkfield Ford
  | Sanjay Thornberry, (316) 555-0163
  | Interest: F-150 XLT ({stock}) · Source: group website · asks for the out-the-door price
  | Assigned to Caleb Nguyen, first answer due in 15 minutes.
system_bot -29: First answer · Caleb Nguyen wrote to Sanjay Thornberry after 9 minutes. Store
  average this week: 8 minutes.
~ 👏 manager kevin.matsuda

# store=hyundai
system_bot -5: Lead could not be read · sender "regional listing partner", the record has no name,
  phone or e-mail. Kept for inspection, a resend was asked for.
`;
