import { desc, eq } from 'drizzle-orm'
import { requestCode, verifyCode } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildPerson } from './builders.ts'
import { testApp } from './test-app.ts'

/** Sets up a known person and a browser; `lastCode` reads their mailbox. */
export async function atTheBrowser() {
  const app = await testApp()
  const { db, newCaller, runJobs } = app
  const { email } = await buildPerson(db)
  async function lastCode(to = email) {
    await runJobs()
    const mails = await db
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.email, to))
      .orderBy(desc(outboxEntries.id))
    const mail = mails.find(({ kind, kept }) => kind === 'sign_in_code' && kept)
    return /^\d{6}/.exec(mail?.kept?.subject ?? '')?.[0]
  }
  const browser = newCaller()
  const ask = (caller = browser, to = email) => caller.call(requestCode, { body: { email: to } })
  const show = (code: string | undefined, caller = browser, from?: string) =>
    caller.call(verifyCode, { body: { email, code: code ?? '' }, from })
  return { ...app, email, browser, lastCode, ask, show }
}
