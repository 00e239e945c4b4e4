import { expect, test } from 'vitest'
import { changeEvent, getEventChecklist, listEvents } from '#features/events/contract.ts'
import type { ListedEvent } from '#kernel/event-shapes.ts'
import { editEvent } from '#tests/support/builders.ts'
import { heldEventStage } from '#tests/support/event-day-stage.ts'

async function capacityStage() {
  const stage = await heldEventStage()
  const { asAdmin, event } = stage
  async function read() {
    const admin = await asAdmin()
    const { body } = await admin.call(getEventChecklist, { params: { id: event.id } })
    const step = body.find(({ key }) => key === 'set_meeting_link')!
    const [listed] = (await admin.call(listEvents)).body as ListedEvent[]
    const isNext = listed!.nextStep?.key === step.key
    if (isNext) expect(listed!.nextStep).toEqual(step)
    return [step.state, step.fact, isNext]
  }
  return { ...stage, read }
}

const connected = 'The event is connected to Zoom.'

test("the checklist warns if the event has more seats than the host's licence in Zoom admits", async () => {
  const { read, sweepAt, webinar, event, asAdmin } = await capacityStage()
  webinar.capacity = 100
  const setCapacity = async (capacity: number) =>
    (await asAdmin()).call(changeEvent, { params: { id: event.id }, body: { capacity } })
  await setCapacity(150)
  expect(await read()).toEqual(['done', connected, false])
  await sweepAt('12:00:00')
  const warning = 'Zoom admits 100 people, but the event has 150 seats.'
  expect(await read()).toEqual(['late', warning, true])
  await setCapacity(100)
  expect(await read()).toEqual(['done', connected, false])
  await setCapacity(150)
  webinar.capacity = 500
  await sweepAt('12:30:00')
  expect(await read()).toEqual(['late', warning, true])
  await sweepAt('13:01:00')
  expect(await read()).toEqual(['done', connected, false])
})

test('the checklist warns if more people are registered than the limit in Zoom', async () => {
  const { read, sweepAt, webinar, register } = await capacityStage()
  webinar.registrantLimit = 1
  webinar.showsHost = false
  await register()
  await sweepAt('12:00:00')
  expect(await read()).toEqual(['done', connected, false])
  await register()
  const warning = 'Zoom admits 1 person, but 2 are registered.'
  expect(await read()).toEqual(['late', warning, true])
})

test('without a scope, during an outage and for another webinar the capacity is unknown', async () => {
  const { read, sweepAt, webinar, zoom, event, db, asAdmin } = await capacityStage()
  await editEvent(db, event.id, { capacity: 150 })
  webinar.capacity = 100
  webinar.showsHost = false
  await sweepAt('12:00:00')
  expect(await read()).toEqual(['done', connected, false])
  webinar.showsHost = true
  zoom.behave('broken')
  await sweepAt('13:01:00')
  expect(await read()).toEqual(['done', connected, false])
  zoom.behave('well')
  await sweepAt('13:02:00')
  expect((await read())[0]).toBe('late')
  const body = { webinarId: '81234567899' }
  await (await asAdmin()).call(changeEvent, { params: { id: event.id }, body })
  expect(await read()).toEqual(['done', connected, false])
  await sweepAt('13:03:00')
  expect(await read()).toEqual(['done', connected, false])
})
