/** What the connected systems report, and who acts on it. */
export const integrationTalk = `
# x7
bot: New internet lead · {Store}
  | {buyer}, {phone}
  | Interest: {model} ({stock}) · Source: [[group website|listing site|manufacturer|chat
  widget|search ad|listing site|group website]] · [[ prefers text|wants a trade value|asks for the
  out-the-door price|asks if it is still there|prefers e-mail|ready this week|first-time buyer]]
  | Assigned to {seller.full}.

# x5
bot: New internet lead · {Store}
  | {buyer}, {phone}
  | Interest: {used} ({ustock}) · Source: [[listing site|group website|listing site|social
  ad|manufacturer used program]]
  | Assigned to {seller.full}.

# x3
bot: Lead not answered for 30 minutes · {Store}
  | {buyer}, interest {model}. Assigned to {seller.full}, handed to the desk.
smgr +8: [[Taken, {seller} was in a delivery.|Called myself, appointment at {at:180}.|Reassigned and
  answered. Thanks for the nudge.]]

# x6 clock=05:34
bot: Inventory feed finished · {n:141-156} units sent to 5 sites · new {n:3-9}, removed {n:2-6},
  price changes {n:1-9:p}. [[No errors.|1 unit skipped: no photos ({ustock}).|No errors.|2 units
  skipped: mileage missing ({ustock}, {ustock2}).|No errors.|1 unit skipped: price is 0
  ({ustock}).]]

# x4 clock=06:02
bot: Service reminder run finished · {n:118-176} due, {n:96-112} mailed, {n:24-41} texted, {n:3-9}
  held back (no consent). Bounced and set to "do not e-mail": {n:0-3}.

# clock=05:36
bot: Inventory feed failed · listing site answered "503 Service Unavailable" three times. Next try
  in 30 minutes.
bot +30: Inventory feed finished on the second try · {n:143-155} units sent, no errors.
it +2h: Saw it, their side. Leaving the retry as it is.

bot: Recall notice · campaign for the {model}: {n:2-5} in stock at {store}, {n:9-29} sold by us.
  | Stock units are on safety hold. Owner letters are drafted, not sent.
svcmgr +25: Reviewed, parts allocation asked for. Please hold the letters until I have a kit date.
svcmgr +next: @mkt kits are confirmed, please release the letters.
mkt +35: Released, they go out tonight.

bot: Webhook deliveries to "desking tool" are failing: 5 of the last 5, certificate expired on their
  end.
admin +14: Wrote to their support with the chain. Queue is paused, nothing is lost.
bot +5h: Webhook deliveries to "desking tool" work again · {n:22-41} queued events delivered in
  order.
admin +8: 👍

# x2
bot: Lead could not be read · sender "[[regional listing partner|old lead portal]]", [[prospect has
  no name and no contact|XML ends in the middle]]. Kept for inspection.
it +20: [[That's their test record again, asked them to stop.|Mailbox cut it at 1 MB, there was a
  picture in it. Asked for a resend.]]

bot: Duplicate lead merged · {buyer} wrote to two stores within ten minutes ({store} and {there}).
  Kept with {seller.full}, who answered first.
smgr2 +11: Fair enough. Good luck {store}!

# clock=06:30
bot: Nightly backup finished · 3 min 41 s, verified, kept 30 days.

# clock=06:31
bot: Certificate renewed · valid for another 90 days.
admin +2h: Checked from outside, chain is complete.

bot: Survey results imported · {lastmonth}: sales {n:938-962}, service {n:921-949}, {n:41-66}
  responses. {n:2-4} ask for a call back.
svcmgr +20: Taking the service ones.
smgr +6: And I the sales one.

# clock=06:35
bot: Lender status · {n:4-8} contracts funded {yesterday}, {n:2-5} pending, oldest {n:5-11} days.
ctl +30: @fi which one is the oldest?
fi +9: {cust}. Fax is going out now, again.

it: Swapping the API key for the listing site at {at:60}. You may see one failed call, please don't
  page me for it.
bot +70: Connector "listing site" · credentials changed, test call succeeded in 212 ms.
it: And nobody noticed. Perfect.

mkt: Can we get the used price changes as their own message, not mixed into the feed report? I want
  to see big drops.
it +25: Yes. Over {$:750-1500-250} gets a line of its own from {tomorrow}.
mkt: 🎉

# x3 clock=05:37
bot: Price drop · {ustock} {used}: {$:900-2200-100} lower, now {$:17400-28900-100}, {n:46-88} days
  in stock.

bot: Parts order interface · 1 line rejected: superseded number. Counter at {store} was told.
parts +12: Changed to the new number, went through.

# clock=08:31
bot: Phone system · {n:11-19} missed calls at {store} service between 8:00 and 8:30.
svcmgr +9: One advisor out sick and a full drive. Overflow goes to the call center from {tomorrow}.
`;
