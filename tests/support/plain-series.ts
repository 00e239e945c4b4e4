import { readFileSync } from 'node:fs'
import type { SiteTexts } from '#kernel/site-texts.ts'
import { voice } from './voice-words.ts'

const picture = (name: string, width: number, height: number) => ({
  src: `/images/${name}`,
  alt: 'A field in bright sun',
  width,
  height,
})

/** Another series, at noon, of scientists, with default texts only. */
export const plainSite = {
  series: {
    name: 'Soil & Sky',
    tagline: 'Climate scientists at lunchtime',
    host: { name: 'Ines Vogt', title: 'Geographer' },
    aboutUrl: 'https://soil.example/about',
    privacyUrl: 'https://soil.example/privacy',
    videoTitle: 'Climate talks',
  },
  display: { zone: 'Europe/Berlin', suffix: 'CET' },
  hero: {
    headline: 'What the ground remembers',
    lead: 'Forty minutes at noon with somebody who measures it.',
    claim: '900 listeners',
    claimText: 'since spring',
    image: picture('hero.webp', 2400, 1200),
  },
  testimonials: Array.from({ length: 6 }, (_, at) => ({
    quote: `I understood it at last, the ${at + 1}. time.`,
    name: `Listener ${at + 1}`,
    title: 'Teacher',
  })),
  partners: [{ name: 'Peat Trust', logo: '/images/logos/kilnworks.svg', width: 182, height: 40 }],
  supporters: [
    {
      name: 'Loam Press',
      logo: '/images/logos/marlow.svg',
      width: 136,
      height: 48,
      caption: 'Printed notes',
    },
  ],
  partnerPaths: [{ path: '/peat', partner: 'Peat Trust' }],
  share: {
    text: 'Come and listen at noon:',
    title: 'Soil & Sky: climate at lunchtime',
    description: 'Forty minutes at noon.',
    image: picture('share.jpg', 1200, 630),
  },
}

/** An event of that series, as row or body. */
export const plainEvent = {
  speakerName: 'Mira Oyelaran',
  speakerTitle: 'Soil physicist',
  description: 'How water moves through clay.',
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
}

type Sample = Record<string, unknown> & { texts: SiteTexts }

/** Returns all texts of the sample series: each sentence and name in its site file. */
function listSampleWords(): string[] {
  const {
    sample: _,
    display: _zone,
    look: _look,
    ...content
  } = JSON.parse(readFileSync('content/site.json', 'utf8')) as Sample
  const words: string[] = []
  JSON.stringify(content, (_key, value: unknown) => {
    if (typeof value === 'string' && !/^(?:https?:)?\//.test(value)) words.push(value)
    return value
  })
  // A text with a placeholder is found by its characteristic words.
  return words.filter((text) => text.length > 5 && !text.includes('{'))
}

const sampleWords = listSampleWords()

/** Returns the parts of a text that belong to the sample series: sentences, names and characteristic words. */
export function findSampleWords(text: string): string[] {
  const plain = text
    .replaceAll('&amp;', '&')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll(/\s+/g, ' ')
  const word = voice.exec(plain)
  const around = word ? [plain.slice(Math.max(0, word.index - 40), word.index + 40)] : []
  return [...sampleWords.filter((each) => plain.includes(each)), ...around]
}
