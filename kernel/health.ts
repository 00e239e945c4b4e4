import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint('GET /api/health', {
  access: 'public',
  isUnlimited: true,
  summary: 'The process answers.',
  reply: z.object({ status: z.literal('ok') }),
})

export const getReadiness = endpoint('GET /api/ready', {
  access: 'public',
  isUnlimited: true,
  summary:
    'The database answers; 503 if it does not. A warning names a configuration problem that makes this node slower.',
  refusals: ['not_ready'],
  reply: z.object({ status: z.literal('ready'), warning: z.string().optional() }),
})
