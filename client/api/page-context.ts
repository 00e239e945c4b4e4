import { createContext, type LoaderFunctionArgs } from 'react-router'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'

/**
 * React Router context with the function by which loaders call public API endpoints without HTTP. The server sets the
 * function for each request.
 */
export const pageCall = createContext<PageCall>()

/** The site's public origin without a trailing slash, for canonical URLs and link previews. */
export const siteOrigin = createContext<string>()

/** The nonce attribute of the scripts that React Router renders into this page. */
export const scriptNonce = createContext<string>()

/**
 * The function that receives unexpected errors while a page is rendered on the server. It logs them with the request's
 * id and path.
 */
export const reportFailure = createContext<(error: unknown) => void>()

/**
 * Set while the server renders a page in response to a form post from a browser without scripts: the typed values and
 * the result. Null for other requests.
 */
export const formAnswer = createContext<FormAnswer | null>(null)

/** Returns the function by which loaders call public endpoints in the same process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}

/**
 * In the response to a form post from a browser without scripts, returns the typed values and the result; otherwise
 * undefined.
 */
export function formAnswerOf({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return context.get(formAnswer) ?? undefined
}
