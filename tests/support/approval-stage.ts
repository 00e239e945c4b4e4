import {
  answerRecording,
  changeRecordingApproval,
  getRecordingApproval,
  readGuestRecording,
  releaseUnapproved,
  removeCrewMember,
} from '#features/crew/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import type { RecordingAnswer } from '#kernel/values.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { crewStage } from './crew-stage.ts'
import { mailStage } from './mail-stage.ts'

export const videoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const now = '2026-07-01T08:00:00Z'

/** Sets up events whose guests approve the recording, with what guests and the organiser can do. */
export async function approvalStage() {
  const stage = await mailStage()
  const { asAdmin, call, db, clock } = stage
  clock.set(now)
  const { name, tokenOf } = crewStage(stage)
  /** Adds a guest and returns what their link can do. */
  async function guestOf(eventId: number, who: string) {
    const { id } = (await name(eventId, who)).body
    const token = await tokenOf(id)
    return {
      id,
      remove: async () => (await asAdmin()).call(removeCrewMember, { params: { id } }),
      see: async () => (await call(readGuestRecording, { body: { token } })).body.recording,
      say: (answer: RecordingAnswer, more: object = {}) =>
        call(answerRecording, { body: { token, videoUrl, answer, ...more } }),
    }
  }
  const params = (id: number) => ({ params: { id } })
  return {
    ...stage,
    name,
    guestOf,
    approval: async (id: number) =>
      (await (await asAdmin()).call(getRecordingApproval, params(id))).body,
    setNeeded: async (id: number, isNeeded: boolean) =>
      (await asAdmin()).call(changeRecordingApproval, { ...params(id), body: { isNeeded } }),
    override: async (id: number) => (await asAdmin()).call(releaseUnapproved, params(id)),
    change: async (id: number, body: object) =>
      (await asAdmin()).call(changeEvent, { ...params(id), body }),
    /** Returns whether visitors hear of the recording. */
    async isOut(id: number) {
      const response = await stage.newCaller().send({ url: '/api/events' })
      const rows = response.json<{ id: number; hasRecording: boolean; recordingReady: boolean }[]>()
      const { hasRecording, recordingReady } = rows.find((row) => row.id === id)!
      if (recordingReady !== hasRecording) throw new Error('the event contradicts itself')
      return hasRecording
    },
    async recorded() {
      const rows = await db.select().from(domainEvents).orderBy(domainEvents.id)
      return rows
        .map(({ type, cause }) => `${type} ${cause}`)
        .filter((line) => /recording/.test(line))
    },
  }
}
