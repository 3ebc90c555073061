import type { Direct } from './direct.ts';

/** Administrator, executive and general managers, each with the people they work with. */
export const leadersDirect: Direct[] = [
  {
    between: ['admin', 'tomasz.zielinski'],
    script: `
tomasz.zielinski -9300: The scanner at the Chevy parts counter types every barcode twice. Wedge
  setting or us?
admin -9274: Setting. There's a reset sheet in the box, scan "suffix: enter" only once. If it still
  doubles it's the cable.
tomasz.zielinski -9140: It was the sheet taped to the wall with TWO enter codes. Took it down.
admin -4380: Restore drill is done, 19 minutes from the copy to a sign-in page. Writing it up for
  Samir.
tomasz.zielinski -4371: Faster than my coffee machine. Did the files come back too?
admin -4366: Files, keys and all. I opened ten at random and compared.
admin -1150: Can you take the tablets on the Ford drive to the new wifi network this week? Lane two
  was the access point, it's fixed, but they still roam to the lounge.
tomasz.zielinski -1132: Will do before opening {tomorrow}, nobody needs them at 7:30.
tomasz.zielinski -420: Done, all six. They hold the signal to the end of the lane.
admin -405: Perfect. One more when you have a quiet hour: Isabel Ferreira registered for Chevy sales
  and waits in the approval list. Dale should say yes first.
tomasz.zielinski -96: Dale says yes, she starts {day:3}. Will you approve her, or wait for Denise?
tomasz.zielinski -91: No hurry from my side, just so she isn't standing there without a login.
`,
  },
  {
    between: ['admin', 'denise.abernathy'],
    script: `
denise.abernathy -13200: Derek Sloan's last day with us is today, he hands in his key and plate at
  {at:180}. Please disable the account at the same time, not before.
admin -13190: Understood, {at:180} sharp. Customers and open leads go to Kevin?
denise.abernathy -13184: Yes, Kevin shares them out.
admin -12930: Disabled. His sessions ended with it, and the leads are on Kevin's list.
denise.abernathy -12922: Thank you for doing it quietly.
denise.abernathy -2230: Question: can a manager see the files of somebody who moved to another
  store?
admin -2212: No. It follows the store of the person, so from the day of the move only the new
  manager does.
denise.abernathy -2204: Good, that's exactly what I promised in the handbook.
denise.abernathy -310: Isabel's paperwork isn't complete yet: I'm missing the driving record
  consent. Please leave her pending until I write you.
admin -296: Will do. She can see the waiting page meanwhile, nothing else.
denise.abernathy -288: 🙏
`,
  },
  {
    between: ['admin', 'executive'],
    script: `
executive -6100: I'm told the dashboard and the controller's sheet differ by two units for Hyundai.
  Which one is right?
admin -6060: Both, for different questions: the dashboard counts at delivery, Samir counts at
  funding. Two were delivered Saturday and funded later.
executive -6052: Then please write that under the number, so nobody else has to ask.
admin -5800: It's there now, one line under the card.
executive -5790: Exactly what I wanted.
executive -540: Could I have Reports on my phone without the wide table? I look at it in the car.
  Parked, of course.
admin -528: It turns into a list on a narrow screen, tap a store to open it. If a column is missing
  tell me which.
executive -84: Tried it over coffee. Very nice. I'd put service hours before gross, but that's my
  age speaking.
`,
  },
  {
    between: ['executive', 'gm'],
    script: `
executive -7300: How is Natalie doing with the desk? I hear only good things, which makes me
  curious.
gm -7280: She closes the day with everybody, five minutes each. Turnover on the floor since she took
  it: zero.
executive -7271: Keep her. What does she want next?
gm -7262: A store of her own in three years. She said it without blinking.
executive -7255: Then send her to the 20 group with you next time. My budget, not yours.
gm -3020: She said yes before I finished the sentence.
executive -3011: 😊
gm -655: The franchise rep was here. Two asks: a new pylon sign within the year, and they want to
  see the EV chargers used by customers, not only by us.
executive -640: Chargers are a fair point. Sign: ask for the co-op share in writing first.
gm -628: Asked. He "thinks" half. I told him we don't build with thinks.
executive -71: Ha. I'm at Ford {tomorrow} around nine, walk the back lot with me? I'd like to see
  the recon line before the bank does.
gm -63: Nine it is. Wear shoes that don't mind gravel.
`,
  },
  {
    between: ['executive', 'samir.haddad'],
    script: `
samir.haddad -4900: Cash report: floorplan is down $310k since the start of the month, mostly aged
  new units at Ford.
executive -4885: Good. Used?
samir.haddad -4880: Flat. Hyundai is light under $15k, they could use eight more cars.
executive -4861: Let Kevin buy eight. From people, not at the lane, if he can.
samir.haddad -1420: The auditors come {day:5}. They asked for the access review, the restore drill
  and the destruction register.
executive -1404: Do we have all three?
samir.haddad -1398: First time ever, all three on the same day they asked.
executive -1391: Tell Avery that from me. Or I will.
samir.haddad -133: Tax estimate is ready for your signature. Due {day:4}, two pages, I flagged the
  line that changed.
executive -109: Signed in the car, parked. It's back in your folder.
`,
  },
  {
    between: ['gm', 'walt.jankowski'],
    script: `
walt.jankowski -5200: Lift three needs a new cable set, $2,350 with the inspection. Or we wait until
  it decides for us.
gm -5188: Don't wait. Approved.
walt.jankowski -5183: Thank you. Done {day:2} before opening.
gm -1640: Customer Penner told me at church that Maria stayed until seven to get him home before his
  surgery.
walt.jankowski -1611: She didn't mention it. Sounds like her.
gm -1606: I'd like to give her a Saturday off with pay, you pick which.
walt.jankowski -1598: I'll let her pick.
walt.jankowski -188: Numbers for {month} so far: 103 % of pace, 2.1 hours per RO, effective rate
  $148. CSI is at 951 with 38 back.
gm -181: Best since I'm here. What would you need to hold it?
walt.jankowski -36: One more B tech, and the second alignment rack you promised me two Christmases
  ago 😉
gm -28: You kept the mail, didn't you.
`,
  },
  {
    between: ['grace.oyelaran', 'kevin.matsuda'],
    script: `
grace.oyelaran -8700: Derek's customers: how many are open?
kevin.matsuda -8688: Nineteen, four of them warm. Hannah takes the warm ones, the rest goes round
  robin.
grace.oyelaran -8680: Please call the four yourself first, so they hear a name they keep.
kevin.matsuda -8420: Called all four. Two appointments, one already bought somewhere else, one
  voicemail.
kevin.matsuda -900: Can I buy eight cars under 15 from private sellers? Samir hinted the house would
  like that.
grace.oyelaran -884: Yes. Budget $96k all in, inspection before the check, every time.
kevin.matsuda -240: Three bought, average $11,200. One of them smells of vanilla, permanently.
grace.oyelaran -229: Lead with the maintenance records, not with the nose.
`,
  },
];
