import { createHash } from 'node:crypto'
import type { Site } from '#kernel/site.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { plainSite } from './plain-site.ts'
import { readStoredSite } from './read-stored-site.ts'
import { replaceSite } from './site-draft.ts'

/**
 * First digits of the hashes of all texts and URLs in the sample content, to distinguish them from an organiser's
 * own. sample-site.test.ts reports missing ones.
 */
export const sampleTexts = new Set(
  `028b3ece0e 03b3f56c0a 05ebfd3c9f 061094ab26 06909bf49d 0fa7fa3e9f 10ad833d32 1234d51ece 126faf3e45
  1ebf7dd111 1f28515f9f 1f360f9196 23995608ff 24413ed5e1 26bcd2c7b8 26c54af0a6 28870a6c56 29b5117e96 2cbfbd8355
  31a6b48735 33aa0a2ea3 35ff68b545 363c5b01cf 377be6a2da 3a558aa724 3aee647624 40cd1f3121 414967baf2
  421e7bb4c2 43ff8af527 449ca1eee8 47b08a73a4 4936314056 4a128fed4c 50308c6240 518215259b 54a0a90a03
  570e598042 584593ae9b 59ae8dabe0 5ab7264909 5af1922857 5efd0d0bde 6324dfa61a 654f7feb12 6a54ac7f32
  6c39f8ed7c 6f852355c9 733f2b698f 751d4d58cf 7b10bf9b48 7eedf84fd5 865c37a5ea 86b2f92691 8a8f6a1a61
  8c04ad2fa4 8d9f459e28 8e0b438ff3 903f53f771 907b1650be 93de61661a 9904d89fb0 9a4ebfd27a 9b7288d88d
  9bef94cbd8 a19e75b23b a263437c5f a3c53ea24e a457f867ea a88603a22b a92ab1430c ab39d828b5 ab6ebb2219
  ab969b734c ac6208d95e b20643f792 b82b0f52e9 bb0e0cf6c2 bcd1de6c76 bd875c7c01 c0bdae01ee c21bab9662 ce9632f917
  d163b20305 d21e2dc2d3 d231f1a336 d4aa7814d0 d8f6c557f2 db3f04e90b dcc43e43e2 dd22803782 de88e69ed7
  e5412e4a32 e578186284 e8a1ada1c4 eaa7b1899f ec87451828 eda5078069 ef8280be00 f247343b68 f49a7b8aba
  f4daef35c3 f58b352e2d f7fded989a f9b1aa0d31 f9e0991c83`.split(/\s+/),
)

export function digestText(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

const isSample = (value: unknown) => typeof value === 'string' && sampleTexts.has(digestText(value))

/** If one of these fields has a sample's value, the list entry is a sample, whatever its other fields. */
const names = ['src', 'name', 'quote', 'path']

/**
 * Returns content in which defaults replace all samples; an organiser's own texts stay. Returns undefined if the
 * content is not marked as a sample.
 */
export function withoutSample(site: Site): Site | undefined {
  if (!site.sample) return undefined
  const { _note, display, look, ...content } = site
  const kept = clear(content, plainSite) as Partial<Site>
  const left = readStoredSite({ ...kept, display, look, sample: false })
  // A sample title of link previews is replaced by the series' name.
  const title = isSample(site.share.title) ? left.series.name : left.share.title
  return { ...left, share: { ...left.share, title } }
}

/**
 * Returns a value in which every sample is replaced: `plain` is the default of the value. Undefined if there is no
 * default.
 */
function clear(value: unknown, plain: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isNamedAsSample(entry))
  if (typeof value !== 'object' || value === null) return isSample(value) ? plain : value
  if ('src' in value && isNamedAsSample(value)) return plain
  const cleared = Object.entries(value).map(([name, part]) => [
    name,
    clear(part, (plain as Record<string, unknown> | undefined)?.[name]),
  ])
  const left = cleared.filter(([, part]) => part !== undefined)
  return left.length > 0 || cleared.length === 0 ? Object.fromEntries(left) : plain
}

function isNamedAsSample(entry: unknown) {
  const named = entry as Record<string, unknown>
  return names.some((name) => isSample(named[name]))
}

/**
 * Publishes default content in place of the sample content, and removes samples from the draft. Does nothing if the
 * content is not a sample, or if SITE_FILE determines it. Runs in the caller's transaction.
 */
export async function removeSampleSite(
  tx: Transaction,
  { actor, now }: Deed,
  { siteLock }: Pick<SiteContent, 'siteLock'>,
): Promise<boolean> {
  if (siteLock !== undefined) return false
  const note = 'Sample content removed'
  const replaced = { choose: withoutSample, chooseDraft: withoutSample, note, details: {} }
  return replaceSite(tx, replaced, { actor, now })
}
