// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAccount } from '#features/account/contract.ts'
import { requestCode, verifyCode, requestLibraryLink } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { signInCodes } from '#schema/sign-in.ts'
import { atTheBrowser } from '#tests/support/code-stage.ts'
import { sweepCodes } from './code.ts'

const wrongCode = {
  message: 'This code is wrong or has expired. Please request a new one.',
  errors: [
    { field: 'code', message: 'This code is wrong or has expired. Please request a new one.' },
  ],
}

/** Returns a wrong code. */
function otherThan(code: string | undefined, step = 1) {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0')
}

test('a code opens a verified session in the browser that asked for it, once', async () => {
  const { browser, newCaller, lastCode, ask, show, email, db } = await atTheBrowser()
  expect((await browser.call(getAccount)).status).toBe(401)
  const asked = await ask()
  expect(asked.status).toBe(200)
  const code = await lastCode()
  expect(code).toMatch(/^\d{6}$/)
  expect(JSON.stringify(await db.select().from(signInCodes))).not.toContain(code)
  const thief = newCaller()
  await ask(thief, 'somebody.else@example.com')
  expect((await show(code, thief)).body).toEqual(wrongCode)

  expect(await show(`${code!.slice(0, 3)} ${code!.slice(3)}`)).toMatchObject({
    status: 200,
    body: { email },
  })
  expect((await browser.call(getAccount)).body).toMatchObject({ email, registrations: [] })
  expect(await show(code)).toMatchObject({ status: 400, body: wrongCode })
  expect((await show('12345')).body.errors).toEqual([
    { field: 'code', message: 'Code has six digits' },
  ])
})

test('a code holds for ten minutes and five tries, and the last one mailed counts', async () => {
  const { lastCode, ask, show, clock } = await atTheBrowser()
  await ask()
  const first = await lastCode()
  clock.set(new Date(clock.now().getTime() + 10 * 60_000))
  expect((await show(first)).status).toBe(400)

  await ask()
  const second = await lastCode()
  for (let time = 1; time <= 5; time++) {
    expect((await show(otherThan(second, time))).status).toBe(400)
  }
  expect((await show(second)).status).toBe(400)
  await ask()
  const third = await lastCode()
  expect((await show(third)).status).toBe(200)
})

test('known and unknown addresses are answered alike, and only the known get a mail, four an hour', async () => {
  const { db, call, newCaller, ask, browser, lastCode, show, email } = await atTheBrowser()
  const stranger = newCaller()
  const [known, unknown] = [await ask(), await ask(stranger, 'nobody@example.com')]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  const nameOf = (cookies: unknown) => String(cookies).replace(/=[\w-]{43};/, '=…;')
  expect(nameOf(unknown.headers['set-cookie'])).toBe(nameOf(known.headers['set-cookie']))
  const refusals = await Promise.all([
    browser.call(verifyCode, { body: { email, code: otherThan(await lastCode()) } }),
    stranger.call(verifyCode, { body: { email: 'nobody@example.com', code: '000000' } }),
    newCaller().call(verifyCode, { body: { email, code: '000000' } }),
  ])
  for (const { status, body } of refusals) expect([status, body]).toEqual([400, wrongCode])

  await call(requestLibraryLink, { body: { email } })
  let last: string | undefined
  for (let time = 0; time < 5; time++) {
    await ask()
    last = await lastCode()
  }
  expect(await db.$count(outboxEntries, eq(outboxEntries.email, email))).toBe(4)
  expect(await db.$count(outboxEntries, eq(outboxEntries.email, 'nobody@example.com'))).toBe(0)
  // Unsent codes do not count.
  expect((await show(last)).status).toBe(200)
})

test('a thousand wrong codes from many addresses open nothing, and one address has thirty guesses', async () => {
  const { newCaller, ask, lastCode, show, email, db } = await atTheBrowser()
  await ask()
  const code = await lastCode()
  const guesses = Array.from({ length: 1000 }, (_, step) => otherThan(code, step + 1))
  const attacker = newCaller()
  await attacker.call(requestCode, { body: { email } })
  await lastCode()
  const answers = []
  for (const [number, guess] of guesses.entries()) {
    answers.push((await show(guess, attacker, `203.0.${number % 40}.${(number % 250) + 1}`)).status)
  }
  expect(new Set(answers)).toEqual(new Set([400]))
  expect((await attacker.call(getAccount)).status).toBe(401)
  const tries = await db.select({ tries: signInCodes.tries }).from(signInCodes)
  expect(Math.max(...tries.map((row) => row.tries))).toBe(5)

  for (let time = 0; time < 30; time++) await show('000000', newCaller(), '198.51.100.7')
  const limited = await show('000000', newCaller(), '198.51.100.7')
  expect(limited.status).toBe(429)
  expect(limited.headers['retry-after']).toBeDefined()
  // The owner's own code still works.
  expect((await show(code)).status).toBe(200)
})

test('codes and the addresses that were typed for them are forgotten after an hour', async () => {
  const { db, ask, clock, lastCode } = await atTheBrowser()
  await ask()
  await lastCode()
  await sweepCodes(db, new Date(clock.now().getTime() + 59 * 60_000))
  expect(await db.$count(signInCodes)).toBe(1)
  await sweepCodes(db, new Date(clock.now().getTime() + 61 * 60_000))
  expect(await db.$count(signInCodes)).toBe(0)
})
