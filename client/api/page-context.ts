import { createContext, type LoaderFunctionArgs } from 'react-router'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'

/** Calls operations from loaders; app/entry.server.tsx provides it. */
export const pageCall = createContext<PageCall>()

/** The public origin without a trailing slash, for canonical and preview URLs. */
export const siteOrigin = createContext<string>()

/** The nonce of a rendering's own inline scripts, by which the server recognises them. */
export const scriptNonce = createContext<string>()

/** Reports unexpected rendering errors, which the server logs with the request. */
export const reportFailure = createContext<(error: unknown) => void>()

/** The result of the posted form that this page answers. */
export const formAnswer = createContext<FormAnswer | null>(null)

/** Returns the function by which loaders call public endpoints in the same process. */
export function pageCallOf({ context }: Pick<LoaderFunctionArgs, 'context'>): PageCall {
  return context.get(pageCall)
}

/** Returns the result of the posted form that this page answers. */
export function formAnswerOf({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return context.get(formAnswer) ?? undefined
}
