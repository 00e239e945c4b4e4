import { createContext, type LoaderFunctionArgs } from 'react-router'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'

/** How loaders reach the operations. The server fills it; see entry.server.tsx. */
export const pageCall = createContext<PageCall>()

/** The address that visitors use, for canonical and preview addresses. No trailing slash. */
export const siteOrigin = createContext<string>()

/** What the framework's own inline scripts of one rendering carry, so that the server can tell them. */
export const scriptNonce = createContext<string>()

/** Takes what went wrong unexpectedly while a page was made; the server logs it with its request. */
export const reportFailure = createContext<(error: unknown) => void>()

/** What became of the form that this visitor posted, where the page is rendered in answer to it. */
export const formAnswer = createContext<FormAnswer | null>(null)

/** How a loader reads what it renders: the contract's public entries, called in process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}

/** What became of the form that this visitor posted, in answer to which the page is rendered. */
export function formAnswerOf({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return context.get(formAnswer) ?? undefined
}
