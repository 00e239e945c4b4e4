import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { boardTimes } from '#features/questions/rules.ts'
import { type Db, openDatabase } from '#platform/db/open.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventQuestions } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { openStages } from './stage/stages.ts'

/**
 * `npm run bench:voters -- --voters 500 --on embedded`: people open an event's questions like the page, vote,
 * reload and vote again. Prints the duration of a request; checks only the votes.
 */
const { values: options } = parseArgs({
  options: { on: { type: 'string' }, voters: { type: 'string', default: '500' } },
})
const voters = Number(options.voters)
const questions = 20
const looks = 10

/** Adds registrants with join link tokens, and questions that all may see. */
async function fill(db: Db) {
  const [event] = await db.select().from(events).where(eq(events.status, 'upcoming')).limit(1)
  const eventId = event!.id
  const linkKey = await readLinkKey(db)
  const people = Array.from({ length: voters }, (_, index) => ({
    firstName: 'Voter',
    lastName: String(index),
    email: `voter${index}@example.com`,
  }))
  const known = await db.insert(users).values(people).returning()
  const registrations = await db
    .insert(eventRegistrations)
    .values(
      known.map(({ id: userId }) => ({ userId, eventId, registrationType: 'confirmed' as const })),
    )
    .returning()
  const emails = new Map(known.map(({ id, email }) => [id, email]))
  const tokens = registrations.map(({ id, userId, createdAt }) =>
    makeLinkToken(linkKey, 'join', { id, createdAt, email: emails.get(userId!)! }),
  )
  const asked = await db
    .insert(eventQuestions)
    .values(
      registrations.slice(0, questions).map(({ id: registrationId }, index) => {
        return { eventId, registrationId, text: `What about ${index}?`, isShared: true }
      }),
    )
    .returning({ id: eventQuestions.id })
  return { eventId, tokens, asked: asked.map(({ id }) => id) }
}

async function prepare(greenroom: Greenroom) {
  await greenroom.stop()
  const { databaseUrl, dataDir } = greenroom
  const opened = await openDatabase({ dataDir, databaseUrl })
  const filled = await fill(opened.db)
  await opened.close()
  await greenroom.restart()
  return filled
}

async function measure(url: string, { eventId, tokens, asked }: Awaited<ReturnType<typeof fill>>) {
  const took: number[] = []
  const address = `${url}/api/events/${eventId}/questions`

  async function vote(voter: number) {
    const response = await fetch(`${url}/api/questions/${asked[voter % asked.length]}/vote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ token: tokens[voter], isFor: true }),
    })
    if (!response.ok) throw new Error(`a vote was answered ${response.status}`)
    await response.arrayBuffer()
  }
  async function attend(voter: number) {
    await wait(Math.random() * boardTimes.asksEveryMs)
    let etag = ''
    for (let look = 0; look < looks; look++) {
      const began = performance.now()
      const response = await fetch(address, { headers: etag ? { 'if-none-match': etag } : {} })
      await response.arrayBuffer()
      took.push(performance.now() - began)
      if (response.status !== 200 && response.status !== 304) {
        throw new Error(`a look was answered ${response.status}`)
      }
      etag = response.headers.get('etag') ?? ''
      // Votes early, and again after a reload.
      if (look === 2 || look === 6) await vote(voter)
      await wait(boardTimes.asksEveryMs)
    }
  }

  await Promise.all(tokens.map((_, voter) => attend(voter)))
  await wait(2 * boardTimes.keptMs)
  const board = (await (await fetch(address)).json()) as { questions: { votes: number }[] }
  const votes = board.questions.reduce((sum, question) => sum + question.votes, 0)
  if (votes !== tokens.length) throw new Error(`${votes} votes of ${tokens.length} voters`)
  took.sort((one, other) => one - other)
  const at = (share: number) => `${took[Math.floor(took.length * share)]!.toFixed(1)} ms`
  return `${took.length} looks: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; one vote each`
}

for await (const { kind, greenroom } of openStages(options.on)) {
  const filled = await prepare(greenroom)
  console.log(`${kind}, ${voters} voters, ${await measure(greenroom.url, filled)}`)
}
