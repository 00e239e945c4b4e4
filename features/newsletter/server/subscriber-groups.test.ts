import { expect, test } from 'vitest'
import { getMailingList, listMailingListMembers } from '#features/newsletter/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'

type App = Awaited<ReturnType<typeof mailingListApp>>

/** Returns the subscribers by their groups, and the members' group in the admin area. */
async function whereAre({ asAdmin, lite }: App) {
  const nameOf = (id: string) => lite.groups.find((group) => group.id === id)!.name.split(',')[0]!
  const { body } = await (await asAdmin()).call(listMailingListMembers)
  return Object.fromEntries(
    body.members.map(({ email, membersGroup }) => [
      email.split('@')[0],
      [membersGroup, ...lite.subscribers.get(email)!.groups.map(nameOf).toSorted()],
    ]),
  )
}

/** Simulates a restart with another MAILERLITE_GROUP_ID: routes and jobs read this object. */
function setGroup({ mailerlite }: App, group: { id: string } | undefined) {
  mailerlite.groupId = group?.id
}

async function sweepAndRun(app: App) {
  await app.sweep()
  await app.later(60)
}

test('after MAILERLITE_GROUP_ID changes, new people join the new group, others with their next sync', async () => {
  const app = await mailingListApp()
  const { db, lite, register, told } = app
  const event = await buildEvent(db)
  for (const name of ['anna', 'bongi']) await register({ email: `${name}@example.com` })
  await sweepAndRun(app)
  setGroup(app, lite.addGroup('Friends'))
  const before = told().length
  await sweepAndRun(app)
  await register({ email: 'chipo@example.com' })
  await sweepAndRun(app)
  // Neither the change nor a sweep syncs people who are up to date.
  expect(told().length).toBe(before + 1)
  expect(await whereAre(app)).toEqual({
    anna: ['earlier', 'Members'],
    bongi: ['earlier', 'Members'],
    chipo: ['current', 'Friends'],
  })
  await register({ email: 'anna@example.com', eventIds: [event.id] })
  await sweepAndRun(app)
  expect(await whereAre(app)).toEqual({
    anna: ['current', ...['Friends', 'Members', app.site.series.name].toSorted()],
    bongi: ['earlier', 'Members'],
    chipo: ['current', 'Friends'],
  })
})

test('removing or setting MAILERLITE_GROUP_ID removes no one from a group', async () => {
  const app = await mailingListApp()
  const { asAdmin, members, register } = app
  await register({ email: 'anna@example.com' })
  await sweepAndRun(app)
  setGroup(app, undefined)
  await register({ email: 'bongi@example.com' })
  await register({ email: 'anna@example.com', company: 'Umoya' })
  await sweepAndRun(app)
  expect(await whereAre(app)).toEqual({ anna: ['earlier', 'Members'], bongi: [null] })
  const { notes } = (await (await asAdmin()).call(getMailingList)).body
  expect(notes[0]).toMatch(/^No general group is set/)
  setGroup(app, members)
  await sweepAndRun(app)
  expect(await whereAre(app)).toEqual({ anna: ['current', 'Members'], bongi: [null] })
  await register({ email: 'bongi@example.com', company: 'Umoya' })
  await sweepAndRun(app)
  expect(await whereAre(app)).toEqual({
    anna: ['current', 'Members'],
    bongi: ['current', 'Members'],
  })
})

test('a MAILERLITE_GROUP_ID without a group fails the next syncs with the reason', async () => {
  const app = await mailingListApp()
  const { asAdmin, register } = app
  await register({ email: 'anna@example.com' })
  await sweepAndRun(app)
  setGroup(app, { id: '12345' })
  await register({ email: 'bongi@example.com' })
  await sweepAndRun(app)
  const { body } = await (await asAdmin()).call(listMailingListMembers)
  expect(body.members.map(({ email, state }) => [email, state])).toEqual([
    ['bongi@example.com', 'failed'],
    ['anna@example.com', 'synced'],
  ])
  expect(body.members[0]!.lastError).toContain('groups.0: The selected group is invalid.')
  expect(body.members[1]!.membersGroup).toBe('earlier')
})
