// @module-tag postgres-only
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import * as contract from '#features/site/contract.ts'
import { buildEvent } from './support/builders.ts'
import { builtPages } from './support/built-pages.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { testApp } from './support/test-app.ts'

const patience = { timeout: 10_000, interval: 20 }

type Node = Awaited<ReturnType<typeof testApp>>

/** Publishes content with the same number in each checked place. */
async function publishNumber(admin: Awaited<ReturnType<Node['asAdmin']>>, number: number) {
  const { content, version } = (await admin.call(contract.getSiteContent)).body
  content.series.name = `Series n${number}n`
  content.series.host.name = `Host n${number}n`
  content.hero.headline = `Headline n${number}n`
  content.footer = { text: `Footer n${number}n` }
  content.share.title = `Share n${number}n`
  content.pages = { privacy: `# Privacy n${number}n\n\nWords n${number}n` }
  const saved = await admin.call(contract.saveSiteDraft, { body: { content, version } })
  const { status } = await admin.call(contract.publishSite, { body: saved.body })
  expect([saved.status, status]).toEqual([200, 200])
}

const numbersIn = (body: string) => new Set(body.match(/n\d+n/g))

test(
  'a hundred publishes under readers of every node: no page mixes two versions, and none fails',
  { timeout: 240_000 },
  async () => {
    const nodes = [await testApp({ pages: builtPages }), await testApp({ pages: builtPages })]
    const last = nodes[1]!
    await buildEvent(last.db, { title: 'Soils' })
    const admin = await last.asAdmin()
    await publishNumber(admin, 0)
    const isShown = async (node: Node) => (await node.send({ url: '/' })).body.includes('n0n')
    await vi.waitFor(async () => {
      for (const node of nodes) expect(await isShown(node)).toBe(true)
    }, patience)
    const addresses = ['/', '/members', '/events/soils', '/privacy', '/nothing', '/_.data']
    addresses.push('/manifest.webmanifest', '/api/site', '/privacy.data')
    const reader = { isOver: false }
    let read = 0
    async function keepReading(node: Node, first: number) {
      for (let turn = first; !reader.isOver; turn++) {
        const url = addresses[turn % addresses.length]!
        const { statusCode, body } = await node.send({ url })
        expect([url, statusCode]).toEqual([url, url === '/nothing' ? 404 : 200])
        expect([url, [...numbersIn(body)].length]).toEqual([url, 1])
        read++
        await wait(60)
      }
    }
    const readers = nodes.flatMap((node) => [0, 4].map((first) => keepReading(node, first)))
    const reading = Promise.all(readers)
    reading.catch(() => (reader.isOver = true))
    for (let number = 1; number <= 100 && !reader.isOver; number++)
      await publishNumber(admin, number)
    await vi.waitFor(async () => {
      for (const node of nodes) {
        expect(numbersIn((await node.send({ url: '/' })).body)).toEqual(new Set(['n100n']))
      }
    }, patience)
    reader.isOver = true
    await reading
    expect(read).toBeGreaterThan(100)
  },
)

test('a node that cannot hear of others finds what they publish by asking', async () => {
  const near = await testApp({ pages: builtPages })
  const proxy = await startDatabaseProxy(near.database.url!)
  const deaf = await testApp({
    pages: builtPages,
    database: { ...near.database, directUrl: proxy.url },
  })
  proxy.close()
  const admin = await near.asAdmin()
  await publishNumber(admin, 7)
  await vi.waitFor(async () => {
    const { body } = await deaf.send({ url: '/' })
    expect(body.includes('Headline n7n')).toBe(true)
  }, patience)
})
