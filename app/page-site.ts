import type { LoaderFunctionArgs } from 'react-router'
import { siteOrigin, pageCallOf } from '#client/api/page-context.ts'
import { getSite } from '#features/site/contract.ts'

/** Returns the site's content and its public origin, from which loaders build metadata. */
export async function siteDataOf(args: Pick<LoaderFunctionArgs, 'context'>) {
  return { site: await pageCallOf(args)(getSite), origin: args.context.get(siteOrigin) }
}
