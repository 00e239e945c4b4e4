import { isDeepStrictEqual } from 'node:util'
import { asc } from 'drizzle-orm'
import { plainWords } from '#features/setup/rules.ts'
import { siteSchema, type Site } from '#kernel/site.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { siteVersions } from '#schema/site.ts'

/** The sample's content: what this site began with, where that calls itself one. */
export async function readSampleContent(db: Db | Transaction): Promise<Site | undefined> {
  const [first] = await db
    .select({ content: siteVersions.content })
    .from(siteVersions)
    .orderBy(asc(siteVersions.id))
    .limit(1)
  const read = siteSchema.safeParse(first?.content)
  return read.success && read.data.sample ? read.data : undefined
}

/** Content in which nothing is said yet but how the series is called, looks, and by which clock it goes. */
function plainContent({ series, look, display }: Site, sample: Site): Site {
  const isOwn = <Value>(value: Value, other: Value) => !isDeepStrictEqual(value, other)
  const name = isOwn(series.name, sample.series.name) ? series.name : plainWords.name
  return {
    sample: false,
    series: {
      name,
      tagline: plainWords.tagline,
      host: { name: plainWords.hostName, title: plainWords.hostTitle },
      aboutUrl: '/',
      videoTitle: plainWords.videoTitle,
    },
    display,
    hero: { headline: plainWords.headline, lead: plainWords.lead },
    testimonials: [],
    partners: [],
    supporters: [],
    partnerPaths: [],
    pages: {},
    share: {
      text: plainWords.shareText,
      title: name,
      description: plainWords.shareDescription,
    },
    look,
  }
}

/**
 * The content without what is still the sample's, field by field: plain words stand where it must not be
 * empty, entries of lists go, and what somebody changed stays as it is.
 */
export function withoutSample(content: Site, sample: Site): Site {
  const { _note: _, ...own } = replaceSample(content, sample, plainContent(content, sample)) as Site
  return siteSchema.parse({ ...own, sample: false })
}

type Tree = { [name: string]: unknown }
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function replaceSample(value: unknown, sample: unknown, plain: unknown): unknown {
  if (isDeepStrictEqual(value, sample)) return plain
  if (Array.isArray(value) && Array.isArray(sample)) {
    return value.filter((entry) => !sample.some((one) => isDeepStrictEqual(one, entry)))
  }
  if (!isTree(value) || !isTree(sample)) return value
  const parts = Object.keys(value).map((name) => [
    name,
    replaceSample(value[name], sample[name], isTree(plain) ? plain[name] : undefined),
  ])
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}
