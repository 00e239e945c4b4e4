import { siteSchema } from '#shared/site.ts'
import { endpoint } from './endpoint.ts'

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  isKept: true,
  summary: 'What the series is called, shows and says.',
  reply: siteSchema,
})
