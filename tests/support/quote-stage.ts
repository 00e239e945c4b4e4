import { eq } from 'drizzle-orm'
import {
  getEventAnswers,
  giveAnswer,
  listQuotes,
  publishQuote,
} from '#features/feedback/contract.ts'
import type { QuotePermission } from '#kernel/quote-permissions.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { people } from '#schema/people.ts'
import { buildEvent, buildPerson, buildRegistration } from './builders.ts'
import { builtPages } from './built-pages.ts'
import { testApp } from './test-app.ts'

type Given = { text: string; quote?: QuotePermission; value?: number }

/** Starts a site with pages and an event; people are named by the part before the @. */
export async function quoteStage(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ pages: builtPages, ...options })
  const { db, call } = app
  // Signs in for each call, because the clock may have ended the former session.
  const admin: Pick<Awaited<ReturnType<typeof app.asAdmin>>, 'call'> = {
    call: async (...sent) => (await app.asAdmin()).call(...sent),
  }
  const event = await buildEvent(db, { title: 'Salt' })
  const ofEvent = { params: { id: event.id } }
  const registrations = new Map<string, { id: number; createdAt: Date; email: string }>()
  const findAnswer = async (name: string) => {
    const { answers } = (await admin.call(getEventAnswers, ofEvent)).body
    return answers.find(({ email }) => email === `${name}@example.com`)
  }
  return {
    ...app,
    admin,
    event,
    registrations,
    findAnswer,
    async enrol(name: string) {
      const email = `${name}@example.com`
      const { id: userId } = await buildPerson(db, { email, firstName: name, lastName: 'Nkosi' })
      const registration = await buildRegistration(db, { userId, eventId: event.id })
      registrations.set(name, { ...registration, email })
    },
    async answer(name: string, { text, quote, value = 1 }: Given) {
      const token = makeLinkToken(await readLinkKey(db), 'answer', registrations.get(name)!)
      return call(giveAnswer, { params: { token }, body: { value, text, ...(quote && { quote }) } })
    },
    async publish(name: string, quote: string) {
      const { id = 999, updatedAt = app.clock.now().toISOString() } = (await findAnswer(name)) ?? {}
      return admin.call(publishQuote, { params: { id }, body: { quote, updatedAt } })
    },
    async keyOf(name: string) {
      const [row] = await db
        .select()
        .from(people)
        .where(eq(people.email, `${name}@example.com`))
      return row!.key
    },
    /** Returns the quotes of the public call. */
    quotes: async () => (await call(listQuotes)).body,
  }
}

/** Returns the quotations on the front page that a caller gets, without those of the site's content. */
export async function readFrontPage({ send }: Pick<Awaited<ReturnType<typeof testApp>>, 'send'>) {
  const { body } = await send({ url: '/' })
  const shown = [...body.matchAll(/<figure>(<blockquote[^>]*>.*?)<\/figure>/g)]
  return shown.map(([, html = '']) => {
    const [quote, name] = html
      .replaceAll(/<!--.*?-->/g, '')
      .split('</blockquote>')
      .map((part) => part.replaceAll(/<[^>]+>/g, ''))
    return { quote, name }
  })
}
