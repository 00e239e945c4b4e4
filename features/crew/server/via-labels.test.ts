import { expect, test } from 'vitest'
import { changeCrewMember, removeCrewMember } from '#features/crew/contract.ts'
import { viaOf } from '#features/crew/rules.ts'
import { getFunnel, type FunnelRow } from '#features/funnel/contract.ts'
import {
  createPartnerLink,
  listPartnerLinks,
  readPartnerNumbers,
} from '#features/partner-links/contract.ts'
import { buildEvent, buildRegistrations } from '#tests/support/builders.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

test('funnel and shared numbers name the crew member whose link it is, and show the key once they were removed', async () => {
  const app = await testApp()
  const { db, asAdmin, call } = app
  const crew = crewStage(app)
  const [salt, sugar] = [
    await buildEvent(db, { title: 'Salt' }),
    await buildEvent(db, { title: 'Sugar' }),
  ]
  const [ama, bo] = [(await crew.name(salt.id, 'Ama')).body, (await crew.name(salt.id, 'Bo')).body]
  const again = (await crew.name(sugar.id, 'Bo')).body
  const admin = await asAdmin()
  // Ama shared her link as guest and later as host.
  await admin.call(changeCrewMember, { params: { id: ama.id }, body: { role: 'host' } })
  const strange = ['guest-0', 'guest-99999999', 'guest-99999999999', `GUEST-${ama.id}`, 'sample']
  const keys = [viaOf(ama), `host-${ama.id}`, viaOf(bo), viaOf(again), ...strange]
  await buildRegistrations(
    db,
    keys.map((via) => ({ userId: null, eventId: salt.id, firstTouch: { via, utm_source: via } })),
  )
  async function labels(query: string) {
    const { body } = await admin.send({ url: `${getFunnel.path}?${query}` })
    const rows: FunnelRow[] = JSON.parse(body)
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    return Object.fromEntries(rows.flatMap(({ key, label }) => (label ? [[key, label]] : [])))
  }
  const amas = { [viaOf(ama)]: 'Ama Dube (guest)', [`host-${ama.id}`]: 'Ama Dube (host)' }
  expect(await labels('by=via')).toEqual({
    ...amas,
    [viaOf(bo)]: 'Bo Dube (guest), Salt',
    [viaOf(again)]: 'Bo Dube (guest), Sugar',
  })
  expect(await labels('by=source')).toEqual({})

  const create = async (key: string) =>
    (await admin.call(createPartnerLink, { body: { kind: 'via', key } })).body
  const shared = await create(viaOf(bo))
  expect(shared).toMatchObject({ key: viaOf(bo), label: 'Bo Dube (guest)' })
  expect(await create('sample')).not.toHaveProperty('label')
  const token = shared.path.split('/').at(-1)!
  const numbers = await call(readPartnerNumbers, { params: { token } })
  expect([numbers.status, numbers.text.includes('Dube')]).toEqual([200, false])

  await admin.call(removeCrewMember, { params: { id: bo.id } })
  expect(await labels('by=via')).toEqual({ ...amas, [viaOf(again)]: 'Bo Dube (guest)' })
  const [, link] = (await admin.call(listPartnerLinks)).body
  expect(link).toEqual({ ...shared, label: undefined })
})
