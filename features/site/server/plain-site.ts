import { lookSchema } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'

/** Default time zone, and the label shown after times. */
const display = { zone: 'UTC', suffix: 'UTC' }

/**
 * Default content of a site, without lists and custom pages, with texts that suit any interview series. It also
 * replaces missing parts of stored content.
 */
export const plainSite: Site = {
  sample: false,
  series: {
    name: 'Interview series',
    tagline: 'Interviews, live and to watch again',
    host: { name: 'Your host', title: 'Host of the series' },
    aboutUrl: '/',
    videoTitle: 'Interviews',
    openBadge: 'Seats Limited',
  },
  display,
  hero: {
    headline: 'Interviews, live and to watch again',
    lead: 'Register for the next interview, ask the guest your questions, and watch the earlier ones afterwards.',
    claim: 'Free to join',
    claimText: 'from anywhere.',
  },
  look: lookSchema.parse({}),
  testimonials: [],
  partners: [],
  supporters: [],
  partnerPaths: [],
  pages: {},
  share: {
    text: 'Join me at the next interview:',
    title: 'Interview series',
    description: 'Register for the next interview, and watch the earlier ones.',
    image: { src: '/images/plain-share.jpg', alt: '', width: 1200, height: 630 },
  },
}
