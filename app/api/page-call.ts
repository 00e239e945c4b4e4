import type { LoaderFunctionArgs } from 'react-router'
import type { PageCall } from '#shared/contract/page-call.ts'
import { pageCall } from '#app/page-context.ts'

/** How a loader reads what it renders: the contract's public entries, called in process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}
