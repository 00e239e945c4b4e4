import { endpoint } from '#kernel/endpoint.ts'
import { siteSchema } from '#kernel/site.ts'
import { pageTextsSchema } from '#kernel/texts-schema.ts'

export const getSite = endpoint('GET /api/site', {
  access: 'public',
  isKept: true,
  summary: 'What the series is called, shows and says.',
  reply: siteSchema.extend({ texts: pageTextsSchema }),
})
