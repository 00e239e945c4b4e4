import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowId } from './fields.ts'

export const libraryVideo = z.object({
  id: rowId,
  title: z.string(),
  speakerName: z.string(),
  description: z.string(),
  videoUrl: z.string(),
  eventDate: z.iso.date().nullable(),
})
export type LibraryVideo = z.output<typeof libraryVideo>

export const listMemberVideos = endpoint({
  method: 'GET',
  path: '/api/members/videos',
  access: 'member',
  summary: 'Completed events with a recording that is ready, newest first.',
  reply: z.array(libraryVideo),
})
