/** What concerns everybody in three stores and the office. */
export const generalTalk = `
hr: Holiday calendar: all three stores are closed {holidayDate} for {holiday}. Service closes at
  noon the day before, sales at five.
  | Time-off requests around it need to be in by {day:2} please.
advisor +18: Does the noon close include the quick lane?
hr +9: Yes, quick lane too. Parts will call wholesale customers ahead of time.
porter +30: Who covers the tow-ins that day?
svcmgr +12: Drop box only. I'm on call that morning, it's in my calendar.

it: Printer at the {store} cashier is eating titles. I'm on my way with a new tray, please use the
  one in finance until then.
title +5: It ate two, I have them flat under a book. Thank you for hurrying.
it +35: New tray and rollers in, printed 20 test pages, none eaten.
~ 🙏 title

title: Found: one wedding ring in the customer lounge at {store}, inside a coffee cup. Describe it
  and it's yours.
advisor +14: A waiter just called in tears, sending her to you.
title +40: It's hers. There was hugging.
~ ❤️ hr advisor mkt

# months=10,11
hr: Open enrollment reminder, three things:
  1. The window closes {day:4} at five.
  2. If you do nothing you keep last year's plan, except for the health savings account.
  3. I sit at {store} {tomorrow} from eleven to one with a laptop and cookies.
tech +25: Do we need marriage papers for adding a spouse?
hr +11: Copy of the certificate, a phone photo is fine.
tech: 👍

# months=11,12,1,2,3 clock=10:20
gm: Ice warning from four o'clock. Sales may close at six if the lot is glazed, desk decides per
  store. Please walk, don't run.
porter +15: Salt is down at all three entrances, second round at three.
smgr +30: {store} delivery for five-thirty moved to {tomorrow} morning, customer was glad.
gm +120: All stores close at six. Drive home slow and post when you're in if you're the last one
  out.
porter +360: Last one out at {store}, alarm set, gates locked.

# months=4,5,6,7,8,9 clock=13:50
gm: Storm cell is tracking our way, hail possible. Every unit that fits goes under a roof, sold
  units and loaners first. All hands please.
porter +4: Service drive is open, bring them two abreast.
seller +9: Front row of {store} is in.
svcmgr +20: {n:31-46} inside, doors down. Customers are in the lounge with us.
gm +45: It passed north. Two minutes of rain and a rainbow. Thank you, everybody. Please put back
  what blocks the drive.

# months=10,11,3,4,5 clock=09:10
gm: Wind advisory this {daypart}: gusts over 50. Tents down, banners down, hood-up displays closed.
porter +8: Both tents are down at {store}.
mkt +14: The big inflatable is deflated and tied. It looks sad.
porter +3: It looked sad before.

exec: I walked all three stores this week. Clean drives, phones answered by the third ring, and
  somebody at {store} held a door for me without knowing who I was. Proud of you.
seller +15: That was {porter}, he holds it for everybody.
exec +40: @porter then I owe you a lunch.
porter +12: 😅 thank you ma'am

it: Phishing test results for {lastmonth}: {n:3-6} clicks in the whole group, down from {n:9-13}.
  Best result so far was {store} with zero. Keep reporting what smells.
hr +9: The one about the parking fine almost got me.
it: That one was meant to.

# clock=13:20
title: Does anybody have a notary stamp at {store} today? Mine is at the other building.
fi +6: I do, until {at:150}.
title +3: Driving over, thank you!

hr: Please welcome everybody who started with us these weeks. If you see a face you don't know, say
  your name first, it helps.
smgr +20: Ours survived the first Saturday and still smiles.

mkt: Community day: we're collecting canned food and diapers in all three showrooms until {day:4}.
  The truck picks up at four that day.
tech +30: Shop raised {$:180-320-20}, where does it go?
mkt +5: Wow. Bring it to the {store} cashier, she writes a receipt for the food bank.
exec +55: I'll match it.

porter: Whoever parks the gray pickup across the wash entrance at {store}: we can't get the hose
  past it.
tech +7: Moving it, sorry!

it: Maintenance {tomorrow} at 9 pm: the phones restart, two minutes of silence. The website chat
  stays up.
bdc +5: Does the call forwarding survive it?
it +4: Yes, tested last time. If something sounds wrong at eight the next morning, ring my cell.
bdc +next: First calls came through fine.

# months=9,10,11,12,1
hr: Flu shots in the {store} training room {day:3}, nine to noon, free, no appointment. You get a
  sticker.
advisor +16: Is it a good sticker?
hr: It's a dinosaur with sunglasses.
advisor: I'm in.

ctl: Expense reports: last call is {day:2}. Receipts in Documents, one file per receipt please, not
  a photo of a pile.
smgr +12: Asking for a friend: what if it WAS a pile?
ctl +6: Then your friend has an evening ahead.

title: The mail came with a title for a {used} nobody recognizes. Name {cust}. Ours?
smgr +9: Trade on {stock}, from last week. Please send it over with the afternoon run.
title: On the shuttle at {at:90}.

seller: Somebody left headlights on, white {used}, employee lot, license ends in {n:112-987}.
tech +5: Mine, running.

gm: Parking reminder: customer spots by the door are for customers. I see {n:3-6} of our own right
  now and I know all of them by heart.
smgr +6: Moving.
fi +8: ...also moving.

hr: Time clock: if you forget a punch, file a correction the same day with the reason, don't text
  your manager. The queue is at {n:5-12} and it makes payroll late for everybody.
porter +25: Corrected mine from {yesterday}.
hr: Approved, thank you.

it: If Forecourt asked you to sign in again today, that was me: old sessions were cleaned up after
  the certificate renewal.
advisor +11: Good, thought it was something I did.

# x2
porter: [[Lost: key ring with three shop keys and a bottle opener, between {store} and the parts
  cage.|Missing since lunch: the master for the key cabinet at {store}.]] Reward: doughnut.
tech +35: [[Found it on the alignment rack.|It's in the wash bay coat, left pocket. Yours.]]
porter: You're the best. Doughnut is on your toolbox.

# months=10,11,12,1
mkt: The new wall calendar has a picture from every store, thank you to everyone who sent one.
  {store} got the cover with the sunrise shot.
porter +9: I took that at 6:40 with the leaf blower still running 😄
mkt: You can't hear it in print.

hr: CPR class has {n:3-5} seats left, {day:5} at nine. Paid time.
svcmgr +13: Put two from the shop down, names to follow.
smgr +22: And one from sales.
hr +4: Full. I'll ask for a second date.

bdc: Customer in the chat asks if we open on Sundays. Third one this week, do we say it anywhere?
mkt +15: Not big enough. Adding "closed Sundays, service drop box open" to the top of the hours
  page.
`;
