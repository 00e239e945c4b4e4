// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAccount } from '#features/account/contract.ts'
import {
  endOwnSeries,
  registerForSeries,
  startOwnSeries,
} from '#features/series-registrations/contract.ts'
import { seriesRegistrations } from '#schema/newsletter.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { seriesApp } from '#tests/support/series-stage.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

test('an end that is undone within an hour keeps the place in the order; later, or without a verified email, it does not', async () => {
  const stage = await seriesApp()
  const { call, db, join, later, settle } = stage
  const names = ['a@example.com', 'b@example.com']
  const { browser } = await join(names[0]!)
  await join(names[1]!)
  const end = () => browser.call(endOwnSeries)
  const undo = () => browser.call(startOwnSeries)
  async function order() {
    const { rows } = await db.execute<{ email: string }>(sql`select u.email
      from series_registrations s join users u on u.id = s.user_id
      where s.verified_at is not null order by s.id`)
    return rows.map((row) => row.email)
  }
  await end()
  expect(await order()).toEqual([names[1]])
  expect((await browser.call(getAccount)).body.seriesRegistration).toBe('none')
  // Signing in does not bring it back.
  await verifyByLink(stage, stage.newCaller(), names[0]!)
  expect(await order()).toEqual([names[1]])
  later(59)
  await undo()
  expect(await order()).toEqual(names)
  await end()
  later(61)
  await undo()
  expect(await order()).toEqual(names.toReversed())
  // Anyone can send a form for an email, so it brings nothing back, and asks by a new mail.
  await end()
  const event = await buildEvent(db)
  const body = registrationBody({ email: names[0], eventIds: [event.id] })
  expect((await call(registerForSeries, { body })).body.isPending).toBe(true)
  expect(await order()).toEqual([names[1]])
  await end()
  await settle()
  expect(await db.$count(seriesRegistrations)).toBe(2)
  later(61)
  await settle()
  expect(await db.$count(seriesRegistrations)).toBe(1)
})
