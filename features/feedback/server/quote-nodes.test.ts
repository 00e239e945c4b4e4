// @module-tag postgres-only
import { expect, test, vi } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { withdrawQuote } from '#features/feedback/contract.ts'
import { cancelRegistration } from '#features/people/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { feedbackAnswers } from '#schema/feedback.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { quoteStage } from '#tests/support/quote-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

const patience = { timeout: 12_000, interval: 25 }
const text = 'An hour well spent.'

type Stage = Awaited<ReturnType<typeof quoteStage>>

/** Ways in which a quote leaves the site, all taken on the first node. */
const ways: [name: string, take: (stage: Stage) => Promise<{ status: number }>][] = [
  ['another permission', ({ answer }) => answer('zola', { text, quote: 'without_name' })],
  ['another text', ({ answer }) => answer('zola', { text: 'Fine.', quote: 'with_name' })],
  [
    'a withdrawal',
    async ({ call, db }) => {
      const [answer] = await db.select().from(feedbackAnswers)
      const token = makeLinkToken(await readLinkKey(db), 'quote', { ...answer!, email: '' })
      return call(withdrawQuote, { params: { token } })
    },
  ],
  [
    'an erasure',
    async ({ admin, keyOf }) => admin.call(erasePerson, { params: { key: await keyOf('zola') } }),
  ],
  [
    'a cancelled registration',
    ({ admin, registrations }) =>
      admin.call(cancelRegistration, { params: { id: registrations.get('zola')!.id } }),
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
    expect((await take(one)).status).toBe(200)
    expect(await crawl(one)).toEqual([])
    await vi.waitFor(async () => expect(await crawl(other)).toEqual([]), patience)
  },
)
