/** The English of the club's rooms: account, notices, watching, members, leaders, keeping. */

/**
 * @param {number} n
 * @param {string} unit
 */
const count = (n, unit) => `${n.toLocaleString("en-GB")} ${unit}${n === 1 ? "" : "s"}`;

export const R = {
  // The frame of every room
  rooms: "Rooms of the club",
  lobby: "Lobby",
  leaders: "Leaders",
  myPage: "My page",
  account: "Account",
  keeping: "Keeping",
  enterFirst: "This room is for members.",
  noClub: "This server has no club.",
  noRoom: "There is no such room.",
  save: "Save",
  saved: "Saved.",
  end: "End",
  never: "never",

  // Account
  accountTitle: "Your account",
  you: "Name and password",
  newName: "Name",
  changeName: "Change the name",
  nameChanged: (/** @type {string} */ name) => `You are ${name} now.`,
  oldPassword: "Present password",
  newPassword: "New password",
  changePassword: "Change the password",
  passwordChanged: "Changed. Every other browser has to enter again.",
  mail: "Mail address",
  mailHint: "For notices, and to set a new password if you forget yours. Nobody else sees it.",
  noMail: "This club sends no mail.",
  address: "Address",
  mailSave: "Save and send a letter",
  mailSent: (/** @type {string} */ to) => `A letter is on its way to ${to}. Open the link in it.`,
  mailGone: "No address is kept any more.",
  verified: "verified",
  notVerified: "not verified yet: open the link in the letter",
  mailAgain: "Send the letter again",
  sessions: "Where you have entered",
  sessionHere: "this browser",
  seen: (/** @type {string} */ when) => `last used ${when}`,
  sessionMade: (/** @type {string} */ when) => `entered ${when}`,
  endOthers: "End all the others",
  onlyHere: "Nowhere else.",
  data: "Your data",
  dataHint: "Everything the club keeps about you, as one file.",
  download: "Download it",
  leaveTitle: "Leave the club for good",
  leaveHint:
    "Your name, password, address, notes and tokens are deleted at once and cannot be brought back. You lose your open matches. What stays are finished matches and what you said in them, under “a former member”.",
  leaveYes: "Delete my account",
  leaveSure: "Delete your account for good?",
  password: "Password",

  // Notices
  notices: "Notices",
  noticesHint:
    "You are told that it is your move, that your time runs short, that somebody challenges you, writes to you, offers a draw, or that a match is over. Nothing is sent about a match that you are looking at.",
  byMail: "By mail",
  mailWays: /** @type {[string, string][]} */ ([
    ["off", "no letters"],
    ["each", "one letter for each"],
    ["daily", "one letter a day"],
  ]),
  mailFirst: "Letters need a verified address; give one above.",
  reminders: "Remind me before my time runs out",
  push: "In this browser and on this phone",
  pushOn: "Notices are shown here, even when no page of the club is open.",
  pushOff: "No notices are shown here.",
  pushStart: "Show notices here",
  pushStop: "No more notices here",
  pushNone: "This browser cannot show notices.",
  pushInsecure: "Browsers show notices only for pages that are reached over https.",
  pushDenied: "This browser was told to show no notices from here; allow them in its settings for this site.",
  pushOthers: "Other browsers of yours",
  pushFailed: "The browser's maker did not answer; try again later.",
  forget: "Forget it",
  webhook: "To a channel",
  shapes: /** @type {[string, string][]} */ ([
    ["", "none"],
    ["discord", "Discord"],
    ["slack", "Slack"],
    ["matrix", "Matrix"],
    ["plain", "JSON, as it is"],
  ]),
  shape: "Kind of channel",
  hookAddress: "Webhook address",
  hookHint: "Who may read the channel reads your notices.",
  test: "Send a test message",
  testSent: (/** @type {number} */ n) => (n === 1 ? "Sent. It should be there in some seconds." : `Sent to ${n} browsers.`),

  // Programs
  programs: "Programs that play for you",
  programsHint: "A program shows a token in place of a password. Give it no more than it needs.",
  tokenName: "What for",
  tokenMake: "Make a token",
  scopes: /** @type {Record<string, string>} */ ({ play: "play", challenge: "challenge and join", talk: "talk" }),
  scopesLabel: "It may",
  tokenShown: "This is the token. It is shown only now; copy it.",
  token: "The token",
  withdraw: "Withdraw",
  noTokens: "You have made none.",
  scopesNone: "Say what it may do.",

  // Away
  vacation: "Vacation",
  vacationHint: "In matches played by days the clock can stand still for you.",
  noVacation: "None of your matches has vacation days.",
  vacationLeft: (/** @type {number} */ days) => `${count(days, "day")} of vacation left`,
  vacationDays: "Days",
  vacationTake: "Go on vacation",
  vacationAll: "In all these matches",
  vacationEnd: "I am back",
  vacationTaken: (/** @type {number} */ n) => `The clock stands still in ${count(n, "match").replace("matchs", "matches")}.`,
  back: "Your clocks run again.",

  // Notes
  notes: "Your notes",
  notesSearch: "Search your notes",
  noNotes: "You have noted nothing. At a table open Talk, then “My notes”.",
  notesNone: "None of your notes says that.",

  // Blocked
  blocks: "Members you have blocked",
  blocksHint: "Neither of you can challenge the other or join the other's table, and you do not see what they say.",
  noBlocks: "You have blocked nobody.",
  block: "Block",
  unblock: "Unblock",
  memberName: "Name of a member",

  // A member's page, and the leaders
  kinds: /** @type {Record<string, string>} */ ({ program: "a program", bot: "a program of the house" }),
  since: (/** @type {string} */ day) => `a member since ${day}`,
  gamesPlayed: (/** @type {number} */ n) => (n ? `${count(n, "match").replace("matchs", "matches")} played` : "no match played yet"),
  challenge: "Challenge",
  ratings: "Ratings",
  noRatings: "No match was played for the ratings yet.",
  provisional: "provisional: after few matches this is a guess",
  provisionalHint: "A question mark stands after a provisional rating: after few matches, or a long pause, it is a guess.",
  ratingFacts: (/** @type {number} */ deviation, /** @type {number} */ games) => `give or take ${2 * deviation}, after ${count(games, "match").replace("matchs", "matches")}`,
  graphSays: (/** @type {number} */ n, /** @type {number} */ from, /** @type {number} */ to) => `The rating after each of ${n} matches: first ${from}, now ${to}`,
  record: "Record by side",
  side: "Side",
  scores: ["Won", "Drawn", "Lost"],
  noGames: "No match is over yet.",
  opponents: "Record by opponent",
  opponent: "Opponent",
  headToHead: "head to head",
  versus: (/** @type {string} */ one, /** @type {string} */ other) => `${one} against ${other}`,
  score: (/** @type {number} */ won, /** @type {number} */ drawn, /** @type {number} */ lost) => `${won} won, ${drawn} drawn, ${lost} lost`,
  neverMet: "They have not played with each other.",
  recent: "Last matches",
  withYou: "With you",
  outcomes: /** @type {Record<string, string>} */ ({ won: "Won", drawn: "Drawn", lost: "Lost" }),
  hows: /** @type {Record<string, string>} */ ({
    concession: "by concession",
    forfeit: "on time",
    agreement: "by agreement",
    adjudication: "settled by an umpire",
    left: "the loser left the club",
  }),
  leadersTitle: "Leaders",
  leadersOf: "Game",
  noLeaders: "Nobody has played this game for the ratings yet.",
  leaderHeads: ["Place", "Player", "Rating", "Give or take", "Matches"],

  // Keeping
  keepingTitle: "Keeping the club",
  notKeeper: "This room is for those who keep the club.",
  keepTabs: { reports: "Reports", members: "Members", invitations: "Invitations", audit: "What was done", figures: "Figures" },
  noReports: "No report waits.",
  settledReports: "Settled reports",
  settledBy: (/** @type {string} */ name, /** @type {string} */ answer) => `settled by ${name}${answer ? `: ${answer}` : ""}`,
  guest: "a guest",
  reportLine: (/** @type {string} */ by, /** @type {string} */ against) => `${by} reports what ${against} said`,
  because: "Because: ",
  hideLine: "Hide the line",
  showLine: "Show the line again",
  toMatch: "To the match",
  settleReport: "Settle the report",
  settleNote: "What was done about it",
  suspend: "Suspend",
  banTitle: (/** @type {string} */ name) => `Suspend ${name}`,
  banLength: "For how long",
  banLengths: /** @type {[string, string][]} */ ([
    ["1", "a day"],
    ["7", "a week"],
    ["30", "30 days"],
    ["365", "a year"],
    ["", "for good"],
  ]),
  banWhy: "Why",
  banHint: "The member reads this at the door.",
  bannedForGood: "suspended for good",
  bannedUntil: (/** @type {string} */ day) => `suspended until ${day}`,
  endBan: "Let in again",
  memberSearch: "Search members by name",
  moreMembers: "More members",
  nobody: "Nobody has a name like that.",
  roles: "Roles",
  rolesOf: (/** @type {string} */ name) => `Roles of ${name}`,
  roleNames: /** @type {Record<string, string>} */ ({ owner: "owner", moderator: "moderator", umpire: "umpire" }),
  roleHints: /** @type {Record<string, string>} */ ({
    owner: "does everything, and gives roles",
    moderator: "suspends, invites, settles reports",
    umpire: "settles matches",
  }),
  noInvitations: "No invitation is out.",
  noNote: "without a note",
  note: "Note, for yourselves",
  uses: "For how many people",
  goodFor: "Good for days",
  invite: "Make an invitation",
  invitationShown: "Send this link. It is shown only now.",
  invitationFacts: (/** @type {number} */ uses, /** @type {string} */ until) => `${uses === 1 ? "one more person" : `${uses} more people`}, until ${until}`,
  endInvitationSure: "Make this invitation void?",
  auditHeads: ["When", "Who", "Act", "About", "More"],
  noActs: "Nothing was done yet.",
  figures: /** @type {Record<string, string>} */ ({
    members: "Members",
    this_week: "Came this week",
    suspended: "Suspended",
    matches_open: "Open matches",
    matches_over: "Finished matches",
  }),
  mailTest: "Test the mail",
  mailTo: "To the address",
  mailSend: "Send a test letter now",
};

/**
 * A moment, as short as it can be said.
 * @param {number} at  seconds
 */
export function moment(at) {
  if (!at) return R.never;
  const then = new Date(at * 1000);
  const day = then.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  return `${day}, ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}

/** @param {number} at  seconds */
export const dayOf = (at) => new Date(at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
