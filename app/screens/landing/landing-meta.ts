import type { MetaDescriptor } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { previewEvent } from '#app/components/event-preview.ts'
import { describePage, seriesPicture } from '#app/components/page-meta.ts'
import type { SiteData } from '#app/components/use-site.ts'

/**
 * Document title, social metadata, canonical address and structured data. Specification, "Landing
 * page".
 */
export function describeLanding(
  current: PublicEvent | null,
  siteData: SiteData,
  structured?: object,
): MetaDescriptor[] {
  const { site, origin } = siteData
  const address = `${origin}/`
  if (!current) {
    const { title, description } = site.share
    return describePage({ title, description, address, image: seriesPicture(siteData) }, siteData)
  }
  const preview = previewEvent(current, siteData)
  return describePage({ ...preview, address, structured }, siteData)
}
