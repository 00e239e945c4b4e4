// @module-tag postgres
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removeQuote } from '#features/feedback/contract.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { quoteStage } from './support/quote-stage.ts'

test('publishing and withdrawing a quote record one row each, by whoever did it', async () => {
  const { admin, answer, db, enrol, findAnswer, publish } = await quoteStage()
  async function recorded() {
    const rows = await db.select().from(domainEvents).orderBy(asc(domainEvents.id))
    await db.delete(domainEvents)
    return rows.map(({ type, cause }) => `${type} by ${cause}`)
  }
  await enrol('zola')
  const given = { text: 'Worth every minute.', quote: 'with_name' } as const
  expect((await answer('zola', given)).status).toBe(200)
  await recorded()
  expect((await publish('zola', given.text)).status).toBe(200)
  expect(await recorded()).toEqual(['quote.published by administrator'])
  expect((await answer('zola', { ...given, quote: 'none' })).status).toBe(200)
  expect(await recorded()).toEqual(['quote.withdrawn by person'])
  await answer('zola', given)
  await publish('zola', given.text)
  await recorded()
  const { id } = (await findAnswer('zola'))!
  expect((await admin.call(removeQuote, { params: { id } })).status).toBe(200)
  expect(await recorded()).toEqual(['quote.withdrawn by administrator'])
})
