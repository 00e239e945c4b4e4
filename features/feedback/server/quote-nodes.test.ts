// @module-tag postgres-only
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { publishQuote, withdrawQuote } from '#features/feedback/contract.ts'
import { cancelRegistration, mergePerson } from '#features/people/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { feedbackAnswers } from '#schema/feedback.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { quoteStage } from '#tests/support/quote-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

const patience = { timeout: 12_000, interval: 25 }
const text = 'An hour well spent.'

type Stage = Awaited<ReturnType<typeof quoteStage>>

/** Ways in which a quote leaves the site, all taken on the first node. */
const ways: [name: string, take: (stage: Stage, name: string) => Promise<{ status: number }>][] = [
  ['another permission', ({ answer }, name) => answer(name, { text, quote: 'without_name' })],
  ['another text', ({ answer }, name) => answer(name, { text: 'Fine.', quote: 'with_name' })],
  [
    'a withdrawal',
    async ({ call, db, registrations }, name) => {
      const { id } = registrations.get(name)!
      const [answer] = await db
        .select()
        .from(feedbackAnswers)
        .where(eq(feedbackAnswers.registrationId, id))
      const token = makeLinkToken(await readLinkKey(db), 'quote', { ...answer!, email: '' })
      return call(withdrawQuote, { params: { token } })
    },
  ],
  [
    'an erasure',
    async ({ admin, keyOf }, name) =>
      admin.call(erasePerson, { params: { key: await keyOf(name) } }),
  ],
  [
    'a merge with a person who has answered, too',
    async ({ admin, answer, enrol, keyOf }, name) => {
      const other = `${name}-other`
      await enrol(other)
      await answer(other, { text: 'Fine.' })
      const body = { into: await keyOf(other) }
      return admin.call(mergePerson, { params: { key: await keyOf(name) }, body })
    },
  ],
  [
    'a cancelled registration',
    ({ admin, registrations }, name) =>
      admin.call(cancelRegistration, { params: { id: registrations.get(name)!.id } }),
  ],
]

test.for(ways)(
  'after %s, no node shows the quote on a page, in data or in a call',
  async ([, take]) => {
    const one = await quoteStage()
    const { clock, database } = one
    const other = await testApp({
      pages: builtPages,
      clock,
      database: { ...database, truncate: async () => {} },
    })
    const addresses = ['/', '/_root.data', '/events', '/events.data', '/feed.atom', '/api/quotes']
    /** Returns the addresses at which a node shows the quote. */
    async function crawl({ send }: Pick<typeof other, 'send'>) {
      const found: string[] = []
      for (const url of addresses) {
        if ((await send({ url })).body.includes(text)) found.push(url)
      }
      return found
    }
    await one.enrol('zola')
    await one.answer('zola', { text, quote: 'with_name' })
    expect((await one.publish('zola', text)).status).toBe(200)
    for (const node of [one, other]) {
      await vi.waitFor(async () => {
        expect(await crawl(node)).toEqual(
          expect.arrayContaining(['/', '/_root.data', '/api/quotes']),
        )
        expect(node.app.deps.cache.holds('/api/quotes')).toBe(true)
      }, patience)
    }
    expect((await take(one, 'zola')).status).toBe(200)
    expect(await crawl(one)).toEqual([])
    await vi.waitFor(async () => expect(await crawl(other)).toEqual([]), patience)
  },
)

test('a quote that is published while a permission ends is not shown, and no call fails', async () => {
  const stage = await quoteStage()
  const { admin, clock, enrol, answer, publish, findAnswer, quotes } = stage
  for (const [at, [, take]] of [...ways, ...ways, ...ways].entries()) {
    const name = `person${at}`
    await enrol(name)
    await answer(name, { text, quote: 'with_name' })
    if (at % 2 === 0) await publish(name, text)
    const { id, updatedAt } = (await findAnswer(name))!
    const again = () =>
      admin.call(publishQuote, { params: { id }, body: { quote: '… well spent.', updatedAt } })
    clock.set(new Date(clock.now().getTime() + 1000))
    const [first, taken, second] = await Promise.all([again(), take(stage, name), again()])
    expect(taken.status).toBe(200)
    for (const { status } of [first, second]) expect([200, 404, 409]).toContain(status)
    expect(await quotes()).toEqual([])
  }
})
