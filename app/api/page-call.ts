import type { LoaderFunctionArgs } from 'react-router'
import type { PageCall } from '#shared/contract/page-call.ts'
import { getSite } from '#shared/contract/site.ts'
import { formAnswer, pageCall, siteOrigin } from './page-context.ts'

/** How a loader reads what it renders: the contract's public entries, called in process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}

/** What became of the form that this visitor posted, in answer to which the page is rendered. */
export function formAnswerOf({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return context.get(formAnswer) ?? undefined
}

/** The site file and the public address, for a loader that describes its page to search engines. */
export async function siteDataOf(args: Pick<LoaderFunctionArgs, 'context'>) {
  return { site: await pageCallOf(args)(getSite), origin: args.context.get(siteOrigin) }
}
