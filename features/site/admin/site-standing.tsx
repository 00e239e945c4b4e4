import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { draftOf, type SiteBase } from './site-draft.ts'
import { namesOfDifferences } from './site-parts.ts'
import type { SiteState } from './site-queries.ts'

type SiteStandingProps = { site: SiteState; base: SiteBase }

/** Renders whether the saved draft is published and, if not, in which fields it differs. */
export function SiteStanding({ site, base }: SiteStandingProps) {
  const format = useFormatInstant()
  if (site.locked) return null
  const isPublished = base.version === site.published
  const saved = site.version === base.version && site.savedAt !== null
  return (
    <div className="mt-3 max-w-reading text-muted">
      <p>{isPublished ? 'Everything is published.' : <Differing site={site} base={base} />}</p>
      {saved && !isPublished && (
        <p className="mt-1 text-small">
          {`Draft saved ${site.savedBy ? `by ${site.savedBy}, ` : ''}${format(site.savedAt!)}.`}
        </p>
      )}
    </div>
  )
}

/** Renders one line with the names of the fields that differ between the draft and the published content. */
export function Differing({ site, base }: SiteStandingProps) {
  const names = namesOfDifferences(draftOf(site.publishedContent), draftOf(base.content))
  if (names.length === 0) return 'Everything is published.'
  return (
    <>
      The draft differs from the published version in:{' '}
      <strong className="font-semibold text-ink">{names.join(' · ')}</strong>
    </>
  )
}
