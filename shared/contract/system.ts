import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'The process answers.',
  reply: z.object({ status: z.literal('ok') }),
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  summary: 'The database answers; 503 where it does not.',
  reply: z.object({ status: z.literal('ready') }),
})
