import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { cleanMark, publicPath } from '#kernel/first-touch.ts'

const mark = z.unknown().optional().transform(cleanMark)

export const countView = endpoint('POST /api/seen', {
  access: 'public',
  summary:
    'Counts a view of a public page that was visible for a second, or an opened form; ignores all other bodies.',
  body: z.object({
    /** The page's path. Views of unknown paths are not counted. */
    path: z.unknown().optional().transform(publicPath),
    /** `utm_source` of the URL at which the visitor entered the site. */
    source: mark,
    /** `utm_campaign` of that URL. */
    campaign: mark,
    /** `via` of that URL: the guest whose link the visitor followed. */
    via: mark,
    /** True if the visitor opened a registration form on the page. The page's view is sent separately. */
    form: z.unknown().optional().transform(Boolean),
  }),
  bodyLimit: 4096,
  isSilent: true,
  reply: z.undefined(),
})
