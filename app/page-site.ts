import type { LoaderFunctionArgs } from 'react-router'
import { siteOrigin, pageCallOf } from '#client/api/page-context.ts'
import { getSite } from '#features/site/contract.ts'

/** The site's content and the public address, for a loader that describes its page to search engines. */
export async function siteDataOf(args: Pick<LoaderFunctionArgs, 'context'>) {
  return { site: await pageCallOf(args)(getSite), origin: args.context.get(siteOrigin) }
}
