import { createContext, type LoaderFunctionArgs } from 'react-router'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'

/**
 * The function by which React Router loaders call public endpoints in the same process. The server sets it per
 * request.
 */
export const pageCall = createContext<PageCall>()

/** The site's public origin without a trailing slash, for canonical URLs and link previews. */
export const siteOrigin = createContext<string>()

/** The nonce attribute of the scripts that React Router renders into this page. */
export const scriptNonce = createContext<string>()

/** The function that reports an unexpected rendering error; the server logs the error with the request. */
export const reportFailure = createContext<(error: unknown) => void>()

/** The result of the form post that this page answers; null if the request is not a form post. */
export const formAnswer = createContext<FormAnswer | null>(null)

/** Returns the function by which loaders call public endpoints in the same process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}

/** Returns the result of the form post that this page answers; undefined if the request is not a form post. */
export function formAnswerOf({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return context.get(formAnswer) ?? undefined
}
