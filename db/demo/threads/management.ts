/** Managers among themselves: pace, gross, people, audits, money. */
export const managementTalk = `
# store=ford clock=08:14
exec: Morning numbers please, one line per store.
gm +9: Ford: {n:99-107} % of pace, CSI {n:942-958}. Short on used under 20k.
grace.oyelaran +4: Hyundai: {n:94-99:h} % of pace, two customers waiting on back-ordered parts.
dale.hutchins +6: Chevy: {n:97-104:c} % of pace, heavy shop is booked out six days.
exec +12: Thank you. With {left} I want everybody working {day:2}'s appointments today.

ctl: Floorplan: {n:11-17} units past their first curtailment, {$:38000-61000-1000} due on {day:3}.
  List is in Documents. Which of these can we sell or trade before then?
smgr +18: Two of ours are pending. The {used} could go to @smgr2 who keeps asking for one.
smgr2 +7: Yes, I have a buyer for exactly that. Send it.
ctl +5: That takes {$:5200-7800-200} off. Keep going.

ctl: Contracts in transit stand at {$:180000-290000-10000}, {n:3-6} of them older than ten days. @fi
  @fi2 I need dates, not reasons.
fi +12: Mine are {n:2-3}: two fund {tomorrow}, one waits on a wet signature {day:2}.
fi2 +9: One of mine, bank has everything, supervisor call at {at:60}.
fi2 +2h: Funded.
ctl: 🙏

hr: Salesperson licenses expiring inside 60 days: {n:2-4} people across the group. Managers got a
  list by mail. Nobody sells on an expired license, please.
smgr +15: Mine is scheduled for {day:3}.
smgr2 +20: Renewed {yesterday}, receipt is in the file.

exec: @svcmgr why did service absorption drop at {store} in {lastmonth}?
svcmgr +22: Two techs out, one lift down a week, and warranty held {$:14000-22000-500} of claims.
  Labor sales recover in {month}, claims are {n:80-92} % paid.
gm +6: And we lost a Saturday to the inventory count, that was my call.
exec +8: Understood. Straight answers like this are all I want.

mkt: Co-op pre-approval came back for two of three adverts. The third needs the lease disclosure in
  the same size as the payment.
smgr +14: Can we still make the weekend?
mkt +6: Yes, resubmitted, they answer within a day. Claim window for {lastmonth} closes {day:4}, I
  need tear sheets.
smgr +40: Tear sheets are in the folder.
~ 🙏 mkt

svcmgr: I need a yes on overtime for {day:2} and {day:3}. {n:9-14} units are in recon and used is
  starving.
gm +7: Yes, capped at {n:24-36} hours. Oldest acquisition first.
smgr +3: Thank you both. I'd put the {ustock} first, it's sold.

gm: Mystery shop call to {store} scored {n:71-84}. Greeting great, asked for the appointment never.
  Recording is with the managers.
smgr +11: Played it in the meeting, nobody needed a speech after that. Kayla's scripts go on every
  desk today.
exec +30: Good response.

# store=ford
admin: Access review for the quarter: every manager confirms their people's pages and stores by
  {day:5}. It's a list with a button, five minutes.
fi +25: Done. Took off two things nobody used.
parts +14: Done.
~ 👍 admin
grace.oyelaran +65: Done. One person had a store too many, fixed.
admin: Thank you. Two managers left.

ctl: Ahead of the month-end close: I need all internal ROs closed by {day:3} noon and used car cost
  adjustments by four.
svcmgr +9: {n:6-11} internals open at ours. Will be zero.
svcmgr2 +12: Four here, two are waiting for sales to approve.
smgr2 +5: Approved both.

hr: Exit interview summary for the quarter, no names: pay was not the first reason. "Nobody told me
  how I'm doing" was.
gm +15: That's on us. Ten minutes each month with every direct, on the calendar, starting {day:2}.
renee.dubois +8: I do it at the parts counter over coffee, works better than the office.
exec +25: Let's all steal that.

smgr: Two units were advertised at the wrong price {yesterday}, feed picked up the MSRP instead of
  the sale price. Corrected within the hour.
mkt +7: I asked the provider why. Rule 12 fell back when the incentive expired. There's an alert on
  it now.
gm +10: Any customer quoted the wrong one?
smgr +3: One, we explained and he took the right price. Nice man.

svcmgr: Customer {cust} posted one star over a {$:180-260-20} diag fee we quoted in writing. I
  called, listened, offered half. He took the review down and wants to come back.
gm +9: Well handled. Answer publicly anyway if another pops up, short and polite.

fi: New lender visits {day:3} at ten. Rates are good down to 660, they want our first ten contracts
  to see the paper quality.
smgr +5: I'd come.
ctl +14: Me too. Ask them about funding time before the rate.

# store=ford
dale.hutchins: Snow plow and mowing contracts are both up for renewal. Anybody unhappy with the
  current ones?
gm +11: Plow is late every time it matters.
grace.oyelaran +4: Mowing is fine. Plow: what he said.
dale.hutchins: I'll get two bids.

# store=chevrolet
exec: The bank wants a look at used inventory quality. Ages by store?
ctl +14: Units over 60 days:
  - Ford {n:2-4}
  - Hyundai {n:2-4:h}
  - Chevy {n:5-7:c}
exec +6: Better than I feared. Chevy?
simone.archer +20: Four of ours are trucks with plows we bought early on purpose. They'll be gone
  when it snows, or I'll eat them.

admin: Backup restore drill is done: took the whole system from last night's copy into a clean room
  in 19 minutes, spot checks passed.
ctl +11: That will make the auditors weep with joy. Can I have it on one page?
admin +30: In Documents, policies folder.

parts: Physical inventory variance is {$:900-1900-50} on {$:610000-720000-10000}. Best in four
  years.
gm +4: Drinks for the parts counter.
ctl +9: Confirmed on my side, same number.
`;
