import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What providers call. Their bodies are theirs: read by the operation, after the signature. */

export const receiveZoomWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/zoom',
  access: 'signed',
  summary: 'Zoom tells of registrants, participants and recordings, or checks this address.',
  reply: z.object({
    message: z.string().optional(),
    plainToken: z.string().optional(),
    encryptedToken: z.string().optional(),
  }),
})
