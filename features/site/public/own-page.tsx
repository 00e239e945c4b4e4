import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { pageCallOf, siteOrigin } from '#client/api/page-context.ts'
import { describePage, seriesPicture } from '#client/page/page-meta.ts'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { siteOfMatches } from '#client/page/use-site.ts'
import { Container } from '#client/ui/section.tsx'
import { getOwnPage } from '#features/site/contract.ts'

/** Returns the custom page at the URL's path. Throws 404 if the operator wrote no text for it. */
export async function loader(args: LoaderFunctionArgs) {
  // Match the beginning of the path only: for navigation within the site, React Router requests `/privacy.data`.
  const [page = ''] = /\w+/.exec(new URL(args.request.url).pathname) ?? []
  const shown = await pageCallOf(args)(getOwnPage, { page })
  return { ...shown, address: `${args.context.get(siteOrigin)}/${shown.page}` }
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const siteData = siteOfMatches(matches)
  if (!siteData || !loaderData) return []
  const title = `${loaderData.title} | ${siteData.site.series.name}`
  const { address } = loaderData
  const image = seriesPicture(siteData)
  return describePage({ title, description: title, address, image }, siteData)
}

/** Renders `/privacy` and `/imprint` with the operator's texts. */
export default function OwnPage() {
  const { title, html } = useLoaderData<typeof loader>()
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Container className="py-12 sm:py-section">
          <h1 className="max-w-reading text-title wrap-anywhere">{title}</h1>
          {/* oxlint-disable-next-line react/no-danger -- drawn by the server from Markdown without any HTML of its own */}
          <div className="own-words mt-8" dangerouslySetInnerHTML={{ __html: html }} />
        </Container>
      </main>
      <SiteFooter />
    </>
  )
}
