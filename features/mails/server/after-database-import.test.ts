import { mailKinds } from '#main/mail-kinds.ts'
// @module-tag postgres
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepMails } from './plan.ts'

test('mails due during an export are sent from the imported database, once, with working links', async () => {
  const server = await startMailServer()
  const config = { smtpUrl: server.url, mailFrom: 'hello@lights.example' }
  const old = await testApp({ config })
  const event = await buildEvent(old.db)
  const told = registrationBody({ eventIds: [event.id] })
  await old.call(registerForEvents, { body: told })
  await old.runJobs()
  await server.close()
  const applicable = registrationBody({ eventIds: [event.id] })
  await old.call(registerForEvents, { body: applicable })
  await old.runJobs()
  const untried = registrationBody({ eventIds: [event.id] })
  await old.call(registerForEvents, { body: untried })

  const opened = await openEmptyDatabase()
  const text = exportDatabase(old.database, old.clock.now(), { withKeys: true })
  await importDatabase(opened, text)
  const copy = await testApp({ config, database: { ...opened, truncate: async () => {} } })
  await server.open()
  for (let sweeps = 0; sweeps < 2; sweeps++) {
    await sweepMails(copy.db, copy.app.deps.jobs, copy.app.deps.time(), mailKinds)
    await copy.runJobs()
  }
  expect(server.mails.map(({ to }) => to).toSorted()).toEqual(
    [told.email, applicable.email, untried.email].toSorted(),
  )
  const rows = await copy.db.select().from(outboxEntries)
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'sent'))
  const link = /\/join\/([\w-]+)/.exec(server.mails[0]!.raw.replaceAll('=\r\n', ''))![1]
  const join = { method: 'POST' as const, url: '/api/join', payload: { token: link } }
  expect((await copy.send(join)).statusCode).toBe(200)
})
