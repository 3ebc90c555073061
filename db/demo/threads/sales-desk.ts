/** Trades, pencils, lenders and funding: the tower and the finance office. */
export const salesDesk = `
# x2
seller: Trade walk please: {used}, {n:48-118},{n:100-900:k} miles, [[small hail on the hood|one
  curb-rashed wheel]], two keys. Customer thinks {$:13500-15000-500}.
smgr +9: Walked it. Tires are {n:4-6}/32, [[hood is paint-less fixable|windshield has a chip in the
  corner]]. ACV {$:12000-13200-200}.
seller: They're going to flinch.
smgr +2: Then show them what we retail it for and what recon costs. I have {$:500-900-100} of
  over-allowance if they sign today, not before.
seller +45: [[Signed.|We have a deal.]] Trade goes in as {trade}.

fi: @seller the bank kicked back {cust}: proof of income is older than 30 days and the insurance
  binder has the wrong VIN.
seller +6: Calling them now. Is a bank statement with direct deposit enough?
fi +4: For this one yes, full month, all pages.
seller +3h: Statement and new binder are scanned into the jacket.
fi +16: Re-sent. If it funds today I'll ring the bell myself.

smgr: Contracts in transit over ten days, let's clear these:
  - {cust}: missing odometer statement on the trade
  - {cust2}: lienholder payoff letter
  - {cust3}: lender wants a cleaner copy of the license
seller +12: {cust} comes by {tomorrow} to sign, I have the form printed.
seller2 +20: {cust2} payoff letter just hit the fax. In the jacket.
fi +30: Took care of {cust3}. That's two of three, thank you.

seller: @fi what's the best captive rate on the {model} for 72? Customer has 740+ and is watching me
  type.
fi +3: {n:3-5}.9 for 72, but 60 is subvented and the payment is only {$:38-74} more. Show both.
seller +25: They took the 60. You're a genius.
~ 😎 fi
fi: Put that in writing to my boss.

# clock=08:40
smgr: Program changed overnight. The bonus cash on {model} is gone, the lease support is up
  {$:500-1000-250}. Everything penciled {yesterday} and not signed gets re-penciled today.
seller +4: I have one pending, {cust}. Does the old number hold if they sign this {daypart}?
smgr +6: If the credit app was in before midnight we can protect it. Bring me the deal.
fi +11: App was in at 7:12 last night. Protected. Get them in.

fi: Who sold the {cust} deal? Customer says he was promised the service contract "for free".
seller2 +5: Mine. I said it was included in the payment he agreed to. I'll come over and we clear it
  up together.
fi +40: Cleared up, he's keeping it and he apologized. But please let products come from this
  office.
seller2: Understood.

seller: Customer is upside down {$:3200-5200-200} on the {used}. Any lender that goes to 125 with a
  680?
fi +6: One credit union does 125 on new only. What do they want to put down?
seller +3: {$:1000-2500-500}.
fi +4: That works. Get a full app with two years of address history or they bounce it.

# clock=09:20
smgr: Aging list, everyone gets one to own until it's gone:
  - {ustock}, {used}, {n:71-96} days: @seller
  - {ustock2}, {used2}, {n:62-70} days: @seller2
  | Spiff is {$:200-300-50} if it rolls by {day:4}. Anything over 90 goes to auction, no tears.
seller +7: Challenge accepted. New photos and a video today.
seller2 +15: Mine smells like a dog. Can it get an ozone run first?
svcmgr +12: Bring it over at lunch, machine is free.
seller2 +4h: Smells like nothing now. Relisted.
~ 👏 smgr svcmgr

seller: Got a wholesale bid on the {used} trade? Customer has three owners and a branded report, I
  don't want it on our front line.
smgr +35: Two bids, best one {$:5200-6900-100}. We book it there. Don't retail-pencil it.
seller: 👍

seller: @fi a business customer wants to title the {model} to an LLC. What do we need besides the
  articles?
fi +5: Articles, the federal tax letter, a signer's license, and a personal guarantee if it's under
  two years old.
seller +2: It's an eight-year-old HVAC outfit. They pay cash.
fi: Then just the first three. And ask them about the upfit rebate, commercial customers leave it on
  the table.

smgr: Board check: {n:3-6} pending, {n:4-7:w} working, {left}. Every up gets a manager hello today.
seller +2: Two working today, one is a signature away.
seller2 +6: One delivery at {at:120}, one be-back {tomorrow}.
bdc +9: {n:8-13} appointments confirmed for {day:2}, four of them be-backs.
smgr: That's how it's done.

fi: Reminder on privacy: no license copies left on the copier, no credit apps on desks overnight.
  Found two {yesterday}. They go in my box or in the shredder.
seller +4: One was mine. Won't happen again.
smgr +10: It really can't. The auditors don't accept "in a hurry".

seller: {cust} wants to swap the spare tire kit for floor mats and says the desk agreed?
smgr +3: The desk agreed to mats OR the kit at cost. Send them over if they want to hear it from me.
seller +20: They'll take the mats. Writing it on the we-owe.

seller: Payoff on the {used} came back {$:412-980} higher than the customer said. Deal is already
  printed.
fi +2: Ten-day payoff includes per diem. Reprint, call it out before they notice, don't bury it in
  the term.
seller +30: Told them straight, they were fine with it. Signed.
smgr +5: That right there is why you get referrals.

fi: Spot delivery rule again because it came up {yesterday}: no approval, no keys. Not "almost
  approved".
seller2: Even when the customer is the mayor?
fi +3: Especially when the customer is the mayor.

smgr: Used car meeting moved to {tomorrow} 8:45, bring your oldest unit and one idea. "Lower the
  price" is not an idea.
seller +14: Can mine be "better first photo"?
smgr: That's a real one. Bring the before and after.

# x2
seller: [[Second opinion on a trade|Another set of eyes on a trade]]: {used}, clean report, but
  [[the carpet is damp under the passenger mat|panel gap on the right rear door looks off]].
smgr +5: Don't number it yet. @svcmgr can somebody put it in the air for ten minutes?
svcmgr +15: Bay {n:2-8} is open, send it.
svcmgr +35: [[Plugged A/C drain, that's all. Blew it out.|Door was hung once, paint meter says one
  repair, decent work.]]
smgr: Then ACV {$:12500-16500-250}. Thanks {svcmgr}.
`;
