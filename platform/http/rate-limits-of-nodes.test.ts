import { expect, onTestFinished, test } from 'vitest'
import { logInAdministrator, logInWithEmail } from '#features/sign-in/contract.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

const config = { rateLimits: true }

type TestApp = Awaited<ReturnType<typeof testApp>>

const guess = async (node: TestApp, index: number) =>
  (await node.call(logInWithEmail, { body: { email: `nobody${index}@example.com` } })).status

test('two nodes on one database share their limits', { tags: 'postgres-only' }, async () => {
  const [one, other] = [await testApp({ config }), await testApp({ config })]
  const person = await buildPerson(one.db)
  for (let index = 0; index < 30; index++) {
    expect(await guess(index % 2 ? one : other, index)).toBe(404)
  }
  for (const node of [one, other]) {
    expect(await guess(node, 99)).toBe(429)
    expect((await node.call(logInWithEmail, { body: { email: person.email } })).status).toBe(429)
  }
})

test(
  'guesses at all nodes at once are answered thirty times',
  { tags: 'postgres-only' },
  async () => {
    const nodes = [await testApp({ config }), await testApp({ config })]
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => guess(nodes[index % 2]!, index)),
    )
    expect(answers.filter((status) => status === 404)).toHaveLength(30)
  },
)

test('failed sign-ins at all nodes at once count together', { tags: 'postgres-only' }, async () => {
  const nodes = [await testApp({ config }), await testApp({ config })]
  await nodes[0]!.asAdmin()
  const answers = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const body = { ...administrator, password: `wrong ${index}` }
      return (await nodes[index % 2]!.call(logInAdministrator, { body })).status
    }),
  )
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.filter((status) => status === 429)).toHaveLength(14)
})

test(
  'without its table a node counts by itself, and nobody is turned away for it',
  { tags: 'postgres-only' },
  async () => {
    const node = await testApp({ config })
    const { pool } = node.database
    await pool.query('alter table rate_limits rename to rate_limits_away')
    onTestFinished(async () => {
      await pool.query('alter table rate_limits_away rename to rate_limits')
    })
    for (let index = 0; index < 30; index++) expect(await guess(node, index)).toBe(404)
    expect(await guess(node, 99)).toBe(429)
    await node.asAdmin()
  },
)

test('without a shared server, each node counts separately', async () => {
  const node = await testApp({ config })
  for (let index = 0; index < 30; index++) expect(await guess(node, index)).toBe(404)
  expect(await guess(node, 99)).toBe(429)
})
