import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#main/catalogue.ts'
import { buildEvent, buildPerson, buildRecording } from './support/builders.ts'
import { builtDocuments, builtPages } from './support/built-pages.ts'
import { callerKinds, everyCaller, namedBy } from './support/callers.ts'
import { hostileRequest } from './support/hostile-requests.ts'
import { hostileVisit } from './support/hostile-visits.ts'
import { rawRequest, type RawAnswer } from './support/raw-request.ts'
import { tableContents } from './support/table-contents.ts'
import { testApp } from './support/test-app.ts'

const runs = { interruptAfterTimeLimit: 60_000 }

async function appToAttack(pages = builtDocuments) {
  const app = await testApp({ pages, config: { logLevel: 'silent' } })
  await buildEvent(app.db)
  await buildRecording(app.db)
  await buildEvent(app.db, {
    status: 'pre_registration',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  await buildEvent(app.db, { cancelledAt: new Date() })
  await buildPerson(app.db, { email: 'known@example.com' })
  return { ...app, contents: await tableContents(app.database.pool) }
}

function isJson(headers: { 'content-type'?: unknown }) {
  return String(headers['content-type']).startsWith('application/json')
}

/** Returns what is wrong with an error response; empty if it is valid. */
function faultOf(answer: Pick<RawAnswer, 'statusCode' | 'body'> & { headers: object }): string {
  const { statusCode: status, headers, body } = answer
  if (status >= 500) return `it is a ${status}`
  if (status < 400) return ''
  if (!isJson(headers)) return 'it is no JSON'
  const { message, errors } = JSON.parse(body)
  if (typeof message !== 'string' || !/\S/.test(message)) return 'it has no message'
  if (body.length > 20_000) return `it is ${body.length} characters long`
  const isNamed =
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(({ field, message: words }) => /\S/.test(field) && /\S/.test(words))
  return isNamed || ![400, 413, 414].includes(status) ? '' : 'it names no field'
}

test.for(catalogue.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'hostile input to %s is refused in words or served as the contract says, and never half written',
  { timeout: 180_000 },
  async ([, endpoint]) => {
    const app = await appToAttack()
    const callers = await everyCaller(app)
    for (const kind of namedBy(endpoint.access)) {
      // A NUL character, which databases reject in text, in each path parameter.
      const url = endpoint.path.replaceAll(/:\w+/g, 'Thandi%00')
      const answer = await callers[kind].send({ method: endpoint.method, url, payload: {} })
      expect(faultOf(answer)).toBe('')
    }
    // Each request finds the state that the previous refusal left.
    let known: Record<string, string> | undefined
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...namedBy(endpoint.access), ...callerKinds),
        hostileRequest(endpoint),
        async (kind, request) => {
          const before = known ?? (await app.contents())
          const answer = await callers[kind].send(request)
          expect(faultOf(answer)).toBe('')
          known = answer.statusCode >= 400 ? await app.contents() : undefined
          expect(known ?? before).toEqual(before)
          const isServed = answer.statusCode === 200
          expect(isServed ? endpoint.reply.safeParse(answer.json()).error : undefined).toBe(
            undefined,
          )
        },
      ),
      { ...runs, numRuns: endpoint.method === 'GET' ? 20 : 60 },
    )
    expect((await app.send({ url: '/api/ready' })).statusCode).toBe(200)
  },
)

test(
  'no address, method, host or header brings the site down or writes anything',
  { timeout: 180_000 },
  async () => {
    const app = await appToAttack(builtPages)
    const callers = await everyCaller(app)
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const before = await app.contents()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callerKinds), hostileVisit, async (kind, visit) => {
        const cookie = callers[kind].cookie()
        const headers = cookie ? { ...visit.headers, cookie } : visit.headers
        const answer = await rawRequest(origin, { ...visit, headers })
        const { pathname } = new URL(origin + visit.url)
        const isCall = /^\/api(\/|$)/.test(pathname) && visit.method !== 'HEAD'
        const isDocument = pathname.startsWith('/api/docs')
        expect(isCall && !isDocument ? faultOf(answer) : '').toBe('')
        expect(answer.statusCode).toBeLessThan(500)
        // Requests that Node's parser rejects do not reach the site.
        const isParsed = answer.statusCode !== 431
        expect(answer.headers['x-content-type-options']).toBe(isParsed ? 'nosniff' : undefined)
      }),
      { ...runs, numRuns: 400 },
    )
    expect(await app.contents()).toEqual(before)
  },
)
