import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { readQuotePage, removeQuote, withdrawQuote } from '#features/feedback/contract.ts'
import { cancelRegistration, changePerson, mergePerson } from '#features/people/contract.ts'
import { quotePermissions, type QuotePermission } from '#kernel/quote-permissions.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { feedbackAnswers } from '#schema/feedback.ts'
import { quoteStage, readFrontPage } from '#tests/support/quote-stage.ts'

const names = ['zola', 'sipho'] as const
type Name = (typeof names)[number]

/** Comments, each with quotes from it and texts that are no quotes from it. */
const comments: Record<string, { good: string[]; bad: string[] }> = {
  'Loved it. Too short. Will come again.': {
    good: [
      'Loved it. Too short. Will come again.',
      'Loved it. … Will come again.',
      '… Too short. …',
      'Loved it. …',
    ],
    bad: ['Loved it. Will come again.', '… come. … Loved it. …', 'Too dry.', '…'],
  },
  'Too dry.': { good: ['Too dry.', '… dry.'], bad: ['dry.', 'Loved it. …', 'Too d…'] },
  '': { good: [], bad: ['Too dry.'] },
}
const texts = Object.keys(comments)
const quotesOf = Object.values(comments).flatMap(({ good, bad }) => [...good, ...bad])

const who = fc.constantFrom(...names)

/** Actions in random order. An action about a missing person or answer must change nothing. */
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('answer' as const),
      who,
      text: fc.constantFrom(...texts),
      quote: fc.constantFrom(...quotePermissions),
      value: fc.integer({ min: 0, max: 4 }),
    }),
  },
  // A quote from the comment of the person, or any of all comments.
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('publish' as const),
      who,
      isGood: fc.boolean(),
      pick: fc.nat(20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('withdraw' as const, 'look' as const, 'remove' as const),
      who,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('rename' as const, 'erase' as const, 'cancel' as const),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('merge' as const), who, into: who }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      who,
      hours: fc.constantFrom(1, 100),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** A person's answer, and the quote that the organiser approved since the text or permission last changed. */
type Expected = {
  text: string
  permission: QuotePermission
  since: number
  approved: { quote: string; name: string | null } | null
}

test(
  'over random histories, the site shows a quote only with both permissions for exactly that text',
  { timeout: 300_000 },
  async () => {
    const seen = { published: 0, shown: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 16 }), (history) =>
        play(history, seen),
      ),
      { numRuns: 25 },
    )
    expect(seen.published).toBeGreaterThan(10)
    expect(seen.shown).toBeGreaterThan(20)
  },
)

async function play(history: Action[], seen: { published: number; shown: number }) {
  const stage = await quoteStage()
  const { admin, call, clock, db, registrations } = stage
  const present = new Map<Name, Expected | undefined>()
  const lastNames = new Map<Name, string>()
  for (const name of names) {
    await stage.enrol(name)
    present.set(name, undefined)
    lastNames.set(name, 'Nkosi')
  }
  let now = clock.now().getTime()
  // Begin with an answer that may be quoted, so that few histories end without any quote.
  const begun = { text: texts[0]!, quote: 'with_name' as const, value: 1 }
  await take({ act: 'answer', who: 'zola', ...begun })
  for (const step of history) {
    now += 1000
    clock.set(new Date(now))
    await take(step)
    const expected = [...present.values()].flatMap((one) =>
      one?.approved && one.permission !== 'none' ? [one.approved] : [],
    )
    seen.shown += expected.length
    const sorted = (quotes: { quote?: string; name?: string | null }[]) =>
      quotes.map(({ quote, name }) => `${quote} ${name ?? 'Attendee'}`).toSorted()
    expect(sorted(await stage.quotes())).toEqual(sorted(expected))
    expect(sorted(await readFrontPage(stage))).toEqual(sorted(expected))
  }

  async function take(step: Action) {
    const one = present.get(step.who)
    const isPresent = present.has(step.who)
    if (step.act === 'wait') now += step.hours * 3_600_000
    if (!isPresent) return
    if (step.act === 'answer') {
      const { status } = await stage.answer(step.who, step)
      const isOpen = !one || now - one.since <= 7 * 24 * 3_600_000
      expect(status).toBe(step.value === 0 ? 400 : isOpen ? 200 : 409)
      if (status !== 200) return
      const permission = step.text === '' ? 'none' : step.quote
      const isSame = one?.text === step.text && one.permission === permission
      const approved = isSame ? one.approved : null
      present.set(step.who, { text: step.text, permission, since: one?.since ?? now, approved })
    }
    if (step.act === 'publish') {
      const { good } = comments[one?.text ?? '']!
      const from = step.isGood && good.length > 0 ? good : quotesOf
      const quote = from[step.pick % from.length]!
      const isGood = good.includes(quote)
      const { status } = await stage.publish(step.who, quote)
      expect(status).toBe(!one ? 404 : one.permission === 'none' ? 409 : isGood ? 200 : 400)
      if (status !== 200 || !one) return
      seen.published++
      const name = one.permission === 'with_name' ? `${step.who} ${lastNames.get(step.who)}` : null
      one.approved = { quote, name }
    }
    if (step.act === 'rename') {
      const params = { key: await stage.keyOf(step.who) }
      lastNames.set(step.who, 'Dlamini')
      await admin.call(changePerson, { params, body: { lastName: 'Dlamini' } })
    }
    if (step.act === 'merge') {
      if (step.into === step.who || !present.has(step.into)) return
      const [key, into] = [await stage.keyOf(step.who), await stage.keyOf(step.into)]
      const merged = await admin.call(mergePerson, { params: { key }, body: { into } })
      expect(merged.status).toBe(200)
      present.set(step.into, present.get(step.into) ?? one)
      present.delete(step.who)
    }
    if (step.act === 'erase') {
      await admin.call(erasePerson, { params: { key: await stage.keyOf(step.who) } })
      present.delete(step.who)
    }
    if (step.act === 'cancel') {
      const { id } = registrations.get(step.who)!
      expect((await admin.call(cancelRegistration, { params: { id } })).status).toBe(200)
      present.delete(step.who)
    }
    if (!one) return
    const [answer] = await db
      .select()
      .from(feedbackAnswers)
      .where(eq(feedbackAnswers.registrationId, registrations.get(step.who)!.id))
    if (!answer) return
    const token = makeLinkToken(await readLinkKey(db), 'quote', { ...answer, email: '' })
    if (step.act === 'look') {
      await stage.send({ url: `/answers/${token}` })
      await call(readQuotePage, { params: { token } })
    }
    if (step.act === 'withdraw') {
      const { status, body } = await call(withdrawQuote, { params: { token } })
      expect([status, body.quote]).toEqual([200, null])
      one.permission = 'none'
      one.approved = null
    }
    if (step.act === 'remove') {
      await admin.call(removeQuote, { params: { id: answer.id } })
      one.approved = null
    }
  }
}
