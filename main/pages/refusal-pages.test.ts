import { expect, test } from 'vitest'
import { clientAddressKey } from '#platform/http/origin.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

type Caller = Pick<Awaited<ReturnType<typeof testApp>>, 'send'>
type LimitName = 'drawings' | 'formPages'

const host = 'lights.example'
const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }

async function limitedSite() {
  const stage = await testApp({ pages: builtPages, config: { rateLimits: true } })
  const { limits } = stage.app.deps
  const address = clientAddressKey('127.0.0.1')
  async function useUp(name: LimitName) {
    for (let count = 0; count < 600; count++) await limits.count(name, address)
  }
  /** Returns how much of the allowance an action uses. */
  async function counted(name: LimitName, act: () => Promise<unknown>) {
    const before = await limits.spend(name, address)
    await act()
    const after = await limits.spend(name, address)
    return before!.remaining - after!.remaining - 1
  }
  function post(url: string, fields: Record<string, string>) {
    return stage.send({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host,
        origin: `http://${host}`,
      },
      payload: new URLSearchParams(fields).toString(),
    })
  }
  return { ...stage, useUp, counted, post }
}

/** Opens uncached pages alternately by each caller; returns the distinct statuses. */
async function draw(callers: Caller[], times: number) {
  const statuses = new Set<number>()
  for (let index = 0; index < times; index++) {
    const caller = callers[index % callers.length]!
    statuses.add((await caller.send({ url: `/enter/token-${index}` })).statusCode)
  }
  return [...statuses]
}

test('an address may ask for 600 rendered pages a minute, and its members for more', async () => {
  const app = await limitedSite()
  const member = await app.asMember((await buildPerson(app.db)).email)
  // 300 people behind one address open two pages each.
  expect(await draw([app], 600)).toEqual([200])
  const refused = await app.send({ url: '/enter/one-more' })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().message).toMatch(/^Too many requests from your network\. Please wait/)
  const read = await app.send({ url: '/nothing', headers: { accept: 'text/html,*/*' } })
  expect([read.statusCode, read.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(read.body).toContain('Too many requests from your network. Please wait')
  expect(read.body).not.toContain('<form')
  expect(await draw([member], 1)).toEqual([200])
  const other = await app.send({ url: '/enter/other', remoteAddress: '203.0.113.9' })
  expect(other.statusCode).toBe(200)
}, 120_000)

test('another session brings a member or an administrator no new allowance', async () => {
  const app = await limitedSite()
  const { email } = await buildPerson(app.db)
  for (const enter of [() => app.asMember(email), app.asAdmin]) {
    const sessions = [await enter(), await enter()]
    expect(await draw(sessions, 600)).toEqual([200])
    for (const session of [...sessions, await enter()]) {
      const refused = await session.send({ url: '/enter/one-more' })
      expect(refused.statusCode).toBe(429)
      expect(refused.json().message).toMatch(/^Too many requests from your account\. Please wait/)
    }
  }
}, 120_000)

test('all members behind one address share 1200 rendered pages a minute', async () => {
  const app = await limitedSite()
  const people = await Promise.all([1, 2, 3].map(() => buildPerson(app.db)))
  const members = await Promise.all(people.map(({ email }) => app.asMember(email)))
  expect(await draw(members, 1200)).toEqual([200])
  const refused = await members[0]!.send({ url: '/enter/one-more' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    expect.stringMatching(/^Too many requests from your network/),
  ])
}, 120_000)

test('an event that does not exist counts once', async () => {
  const { send, counted } = await limitedSite()
  for (const url of ['/events/a', '/events/b', '/events/c/time', '/events/d.data']) {
    expect([url, await counted('drawings', () => send({ url }))]).toEqual([url, 1])
  }
})

test('a filtered list of all events counts each time, and the cached list once', async () => {
  const { db, send, counted } = await limitedSite()
  await buildEvent(db, { title: 'Tonight' })
  const costs: [string, number][] = [
    ['/events', 1],
    ['/events', 0],
    ['/events?search=tonight', 1],
    ['/events?search=tonight', 1],
    ['/events.data?tag=x', 1],
    ['/events?search=', 0],
  ]
  for (const [url, cost] of costs) {
    expect([url, await counted('drawings', () => send({ url }))]).toEqual([url, cost])
  }
})

test('registrations by forms count toward no limit of pages, and other answers to forms do once', async () => {
  const { db, counted, post } = await limitedSite()
  await buildEvent(db, { title: 'Tonight' })
  const both = async (url: string, fields: Record<string, string>) => {
    let drawings = 0
    const formPages = await counted('formPages', async () => {
      drawings = await counted('drawings', () => post(url, fields))
    })
    return [url, drawings, formPages]
  }
  for (const url of ['/events/tonight', '/notify', '/register']) {
    expect(await both(url, { ...person, mobile: '+27' })).toEqual([url, 0, 0])
    expect(await both(url, { email: 'no address' })).toEqual([url, 0, 1])
  }
  for (const url of ['/members', '/join/-', '/events/no-such']) {
    expect(await both(url, person)).toEqual([url, 0, 1])
  }
})

test('registrations are accepted when all pages of an address are used up, and a refused form keeps what was typed', async () => {
  const { db, post, useUp } = await limitedSite()
  await buildEvent(db, { title: 'Tonight' })
  await useUp('drawings')
  await useUp('formPages')
  const accepted = await post('/events/tonight', person)
  expect([accepted.statusCode, accepted.body.includes('You are registered')]).toEqual([200, true])
  expect(await db.$count(eventRegistrations)).toBe(1)

  const typed = { firstName: '"><b>Thandi', lastName: 'Nkosi & Sons', email: 'no address' }
  const refused = await post('/events/tonight', { ...typed, unknown: 'field' })
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/html; charset=utf-8',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  expect(refused.body).toContain('Too many requests from your network. Please wait')
  expect(refused.body).toContain('<form method="post">')
  expect(refused.body).toContain('name="firstName" value="&quot;&gt;&lt;b&gt;Thandi"')
  expect(refused.body).toContain('name="lastName" value="Nkosi &amp; Sons"')
  expect(refused.body).not.toContain('unknown')
})

test('a browser reads a page where a form or the preview is refused, and a program reads JSON', async () => {
  const { send, asAdmin, useUp } = await limitedSite()
  const form = { 'content-type': 'application/x-www-form-urlencoded', host }
  const own = { ...form, origin: `http://${host}` }
  const refusals = [
    [403, { ...form, origin: 'https://elsewhere.example' }, 'email=a'],
    [413, own, `email=${'a'.repeat(70_000)}`],
    [415, { ...own, 'content-type': 'text/plain' }, 'email=a'],
  ] as const
  for (const [status, headers, payload] of refusals) {
    const post = { method: 'POST', url: '/notify', headers, payload } as const
    const program = await send(post)
    expect([program.statusCode, program.json().message.length > 10]).toEqual([status, true])
    const read = await send({ ...post, headers: { ...headers, accept: 'text/html' } })
    expect([read.statusCode, read.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(read.body).toContain(`<p>${program.json().message}</p>`)
  }
  const admin = await asAdmin()
  await useUp('drawings')
  const preview = { url: '/admin/site/preview?page=/', headers: { accept: 'text/html' } }
  let framed = await admin.send(preview)
  for (let count = 0; framed.statusCode === 200 && count < 601; count++)
    framed = await admin.send(preview)
  expect([framed.statusCode, framed.body.includes('Too many requests')]).toEqual([429, true])
}, 120_000)
