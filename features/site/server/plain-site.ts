import type { Site } from '#kernel/site.ts'

/** The display zone of whoever named none. */
const display = { zone: 'UTC', suffix: 'UTC' }

/**
 * What a series says that has said nothing of itself: no list, no page, words that fit any interview at any
 * hour. It also stands in for what a stored content lacks.
 */
export const plainSite: Site = {
  sample: false,
  series: {
    name: 'Interview series',
    tagline: 'Interviews, live and to watch again',
    host: { name: 'Your host', title: 'Host of the series' },
    aboutUrl: '/',
    videoTitle: 'Interviews',
  },
  display,
  hero: {
    headline: 'Interviews, live and to watch again',
    lead: 'Register for the next interview, ask the guest your questions, and watch the earlier ones afterwards.',
    claim: 'Free to join',
    claimText: 'from anywhere.',
    image: { src: '/images/plain-hero.webp', alt: '', width: 2400, height: 1200 },
  },
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
