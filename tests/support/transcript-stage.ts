import { chapters, transcriptPassages, transcripts } from '#schema/transcripts.ts'
import { buildPerson, buildRecording } from './builders.ts'
import { testApp } from './test-app.ts'

/** A transcript as uploaded, and as members see it. */
export const text = `WEBVTT

1
00:00:01.500 --> 00:00:04.000
Amara Dike: Good evening, everybody.

2
00:00:04.000 --> 00:01:00.000
Zoë Marchetti: We priced a delivery nobody had ever priced before.
`
export const cues = [
  { start: 1.5, end: 4, speaker: 'Amara Dike', text: 'Good evening, everybody.' },
  {
    start: 4,
    end: 60,
    speaker: 'Zoë Marchetti',
    text: 'We priced a delivery nobody had ever priced before.',
  },
]

/** Sets up a one-minute recording, an administrator and a member. */
export async function transcriptStage() {
  const app = await testApp()
  const event = await buildRecording(app.db)
  const admin = await app.asAdmin()
  const person = await buildPerson(app.db)
  const member = await app.asMember(person.email)
  const params = { id: event.id }
  const kept = async () => [
    await app.db.select().from(transcripts),
    await app.db.$count(transcriptPassages),
    await app.db.select().from(chapters),
  ]
  return { ...app, event, admin, member, params, kept }
}
