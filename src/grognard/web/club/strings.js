/** The English of what a friend elsewhere, another device and a club add to the page. */

export const CLUB = {
  friend: "a friend elsewhere",
  withFriend: "With a friend",
  friendHint: "you are given a link to send; it works on a phone too",
  against: (/** @type {string} */ side) => `${side} against a friend`,
  nobodyYet: (/** @type {string} */ side) => `Nobody sits for ${side} yet`,
  forDays: (/** @type {number} */ days) => (days < 1 ? "since today" : days === 1 ? "since yesterday" : `for ${days} days`),
  invite: "Invite",
  inviteMenu: (/** @type {string} */ side) => `Invite somebody to play ${side} …`,
  inviteTitle: (/** @type {string} */ side) => `Invite somebody to play ${side}`,
  inviteHint: "Send this link. Whoever opens it first has the seat, in any browser and on a phone too.",
  inviteOwn: "From then on you do not have this seat any more.",
  link: "The link",
  copy: "Copy",
  copied: "Copied.",
  copyByHand: "It is selected: copy it with your keyboard.",
  share: "Share …",
  shareText: (/** @type {string} */ game) => `Play ${game} with me`,
  anew: "Make this link void and a new one",
  qr: "The link as a picture: point a phone's camera at it",
  onlyHere:
    "This address answers on this computer only. For people elsewhere start the server with its address in your network, as in: grognard serve --host 192.168.1.20",
  came: (/** @type {string} */ side) => `Somebody has sat down to play ${side}.`,
  seatGone: "This seat was taken over at another browser.",
  takeToo: (/** @type {string} */ side) => `You sit here as ${side} already. This link is for somebody else.`,
  takeTooYes: "Take that seat as well",
  takeTooNo: "To my table",
  device: "Take this seat to another device …",
  deviceTitle: "Take this seat to another device",
  deviceHint: (/** @type {string} */ address, /** @type {number} */ minutes) =>
    `On the other device open ${address}, choose “Enter a code” and type this, or point its camera at the picture. It is good once, for ${minutes} minutes. Both devices have the seat then.`,
  enterCode: "Enter a code",
  enterCodeTitle: "Enter the code of a seat",
  enterCodeHint: "It is shown on your first device: Menu, “Take this seat to another device”.",
  code: "Code",
  sit: "Sit down",

  // Members
  enter: "Enter",
  register: "Register",
  leave: "Leave",
  enterTitle: "Enter the club",
  registerTitle: (/** @type {string} */ club) => `Become a member of ${club}`,
  registerHint: "A name and a password are enough.",
  name: "Name",
  password: "Password",
  passwordHint: "Long, and none of those that are tried first.",
  invitation: "Invitation",
  player: (/** @type {string} */ name, /** @type {number} */ rating, /** @type {boolean} */ guess) => `${name}, ${rated(rating, guess)}`,
  ratingIn: (/** @type {string} */ game, /** @type {number} */ rating, /** @type {boolean} */ guess) => `${game}: ${rated(rating, guess)}`,
  rating: (/** @type {number} */ rating, /** @type {boolean} */ guess) => rated(rating, guess),

  // The lobby
  yourMatches: "Your matches",
  challenges: "Challenges",
  tables: "Open tables",
  noTables: "Nobody waits at a table. Open one.",
  finished: "Finished matches",
  over: "Finished",
  yourMove: (/** @type {string} */ span) => `Your move, for ${span}`,
  theirMove: (/** @type {string} */ span) => `Their move, for ${span}`,
  drawOffered: "A draw is offered to you",
  timeLeft: (/** @type {string} */ span) => `${span} left`,
  timeOut: "Time has run out",
  span: (/** @type {number} */ minutes) =>
    minutes < 1
      ? "less than a minute"
      : minutes < 120
        ? count(minutes, "minute")
        : minutes < 2880
          ? count(Math.floor(minutes / 60), "hour")
          : count(Math.floor(minutes / 1440), "day"),
  asAgainst: (/** @type {string} */ side, /** @type {string} */ opponent) => `${side} against ${opponent}`,
  yourTable: (/** @type {boolean} */ link) => (link ? "Your table, for whoever has the link" : "Your table"),
  challenged: (/** @type {string} */ name) => `You have challenged ${name}`,
  join: "Join",
  accept: "Accept",
  decline: "Decline",
  withdraw: "Withdraw",
  joinTitle: (/** @type {string} */ name) => `${name} asks you to a table`,
  enterFirst: "Enter the club to join it.",
  joinerPlays: (/** @type {string} */ side) => `whoever joins plays ${side}`,
  byLot: "sides by lot",
  bothSides: "two games, one with each side",
  rated: "rated",
  friendly: "friendly",
  between: (/** @type {number} */ low, /** @type {number} */ high) => `for ratings of ${low} to ${high}`,
  noPace: "no clock",
  live: (/** @type {number} */ minutes, /** @type {number} */ increment) =>
    `live, ${count(minutes, "minute")} a side${increment ? ` and ${count(increment, "second")} for each answer` : ""}`,
  days: (/** @type {number} */ days, /** @type {number} */ reserve) =>
    `${count(days, "day")} for each answer${reserve ? `, ${count(reserve, "day")} in reserve` : ""}`,

  // A new table
  newTable: "New table",
  openTable: "Open the table",
  game: "Game",
  mySide: "Sides",
  iPlay: (/** @type {string} */ mine, /** @type {string} */ theirs) => `I play ${mine}, they play ${theirs}`,
  counts: "For the ratings",
  pace: "Pace",
  paceLive: "live, with a clock",
  paceDays: "days for each answer",
  minutes: "Minutes a side",
  increment: "Seconds added for each answer",
  daysEach: "Days for each answer",
  reserve: "Days in reserve",
  withWhom: "With whom",
  anybody: "anybody",
  aMember: "a member, by name",
  byLink: "whoever has the link",
  tableLink: "The link to your table",
  tableLinkHint: "Send it to one person. It is shown only now.",

  // At the table
  strip: "Players",
  menu: "Draw, abandon, rematch",
  watchers: (/** @type {number} */ n) => (n === 1 ? "1 watches" : `${n} watch`),
  paused: (/** @type {string} */ why) => `The clock stands still: ${why}`,
  drawOffer: "Offer a draw",
  drawAccept: "Accept the draw",
  drawDecline: "Decline the draw",
  drawMine: "You have offered a draw",
  drawBy: (/** @type {string} */ name) => `${name} offers a draw.`,
  claim: "Claim the win: their time has run out",
  abandon: "Abandon the match …",
  abandonSure: "Abandon the match? It ends for both of you without a result.",
  abandonYes: "Abandon it",
  rematch: "Offer a rematch with sides exchanged",
  rematchOffered: "The rematch is offered. It begins when the other side takes it up.",
  rematchReady: "The rematch has begun.",
  toRematch: "To the rematch",
  tournaments: {
    title: "Tournaments",
    all: "All tournaments",
    none: "No tournament has been announced.",
    kinds: /** @type {Record<string, string>} */ ({ "round-robin": "Round robin", swiss: "Swiss", "knock-out": "Knock-out" }),
    states: /** @type {Record<string, string>} */ ({ open: "open to sign up", running: "being played", over: "over", cancelled: "called off" }),
    rated: "rated",
    friendly: "friendly",
    round: (/** @type {number} */ n, /** @type {number} */ of) => `round ${n} of ${of}`,
    entrants: (/** @type {number} */ n, /** @type {number} */ most) => (most ? `${n} of ${most} players` : n === 1 ? "1 player" : `${n} players`),
    enter: "Sign up",
    withdraw: "Withdraw",
    giveUp: "Withdraw: open games are lost",
    start: "Begin",
    winner: (/** @type {string} */ name) => `${name} has won.`,
    standings: "Standings",
    ties: "Each pairing is two games, one with each side, for 2 points. Equal points: first what they scored against each other, then the points of the opponents met (Buchholz), then those of the opponents beaten (Sonneborn-Berger), then pairings won, then the rating at the start.",
    place: "Place",
    player: "Player",
    columns: { points: "Points", direct: "Direct", buchholz: "Buchholz", berger: "Berger", wins: "Won" },
    gone: "(withdrawn)",
    roundOf: (/** @type {number} */ n) => `Round ${n}`,
    bye: "no opponent, 2 points",
    playing: "being played",
    score: (/** @type {number} */ one, /** @type {number} */ two) => `${one} : ${two}`,
    forfeit: "(by forfeit)",
    game: (/** @type {number} */ n) => `game ${n}`,
  },
  standing: {
    menu: "Standing orders …",
    title: "Standing orders",
    about: "They answer for you while you are away, and are seen by nobody else until the match is over. Your report says when one has answered.",
    ask: "Ask me",
    once: "in this turn only",
    none: "This game has no questions that an order could answer.",
    add: "Name a unit …",
    drop: (/** @type {string} */ name) => `Leave out ${name}`,
  },
  talk: "Talk",
  talkNew: (/** @type {number} */ n) => `Talk, ${n} new`,
  talkText: "What you say to the other player",
  send: "Send",
};

/**
 * @param {number} n
 * @param {string} unit
 */
const count = (n, unit) => `${n} ${unit}${n === 1 ? "" : "s"}`;

/**
 * @param {number} rating
 * @param {boolean} guess  after few games
 */
const rated = (rating, guess) => `rated ${rating}${guess ? " (provisional)" : ""}`;
