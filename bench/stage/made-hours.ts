import type { Cue } from '#features/transcripts/server/parse.ts'

/** Sentences that occur once; those with a slash span two lines. */
export const plantedSentences = [
  'the border queue taught us | more than any accelerator',
  'my grandmother counted the premium in goats',
  'we priced the first delivery | at what waiting costs a driver',
  'a thermostat is a promise between neighbours',
  'nobody audits kindness before a funding round',
  'the spreadsheet told me to stop | and I did not listen',
  'our best engineer came from a puppet theatre',
  'insurance is a story that two strangers believe',
  'I sold the tractor to pay | for the satellite pictures',
  'the chairman leaned on the table and the robot paused',
  'cold rooms keep warm teams together',
  'we lost the licence on a Tuesday morning',
  'every founder owes somebody an apology',
  'the bakery refuses to scale its sourdough | for a reason',
  'batteries do not mind the cold if you ask them slowly',
  'a competitor hired me to learn how losing feels',
  'the vaccine fridge was powered | by a borrowed motorcycle',
  'translate the contract before you translate the website',
  'our pension fund bought a meadow by mistake',
  'the orchestra tuned itself to our factory whistle',
]

const everyday =
  'the a of to and in that we it was I you is for on with as they at this but have be people company money year customer time work think know because really thing good first never always market product team build sell price learn idea question'.split(
    ' ',
  )

/** Returns a seeded random generator. */
export function createDice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const syllables =
  'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan ter mon lin'.split(' ')
const rare = Array.from({ length: 6000 }, (_, at) => {
  const [first, second, third] = [at % 24, Math.floor(at / 24) % 24, Math.floor(at / 576) % 24]
  return `${syllables[first]}${syllables[second]}${syllables[third]}`
})

/** Generates an hour of transcript, a line every four seconds, with its planted sentences. */
export function makeHour(hour: number) {
  const dice = createDice(hour + 1)
  const word = () =>
    dice() < 0.72
      ? everyday[Math.floor(dice() ** 2 * everyday.length)]!
      : rare[Math.floor(dice() ** 3 * rare.length)]!
  const cues = Array.from({ length: 900 }, (_, line): Cue => {
    const text = Array.from({ length: 10 }, word).join(' ')
    const startMs = line * 4000 + Math.floor(dice() * 900)
    return { startMs, endMs: startMs + 3000, speaker: line % 3 ? 'Guest' : 'Host', text }
  })
  const planted: { sentence: string; startMs: number }[] = []
  for (const [number, sentence] of plantedSentences.entries()) {
    if (number % 60 !== hour) continue
    const line = 17 + ((number * 41) % 860)
    const [head = '', tail] = sentence.split(' | ')
    const [one, next] = [cues[line]!, cues[line + 1]!]
    one.text = `${word()} ${word()} ${head}`
    if (tail !== undefined) next.text = `${tail} ${word()} ${word()}`
    planted.push({ sentence: sentence.replace(' | ', ' '), startMs: one.startMs })
  }
  return { cues, planted }
}
