import { createContext } from 'react-router'
import type { Endpoint, ParamsOf, ReplyOf } from '#shared/contract/endpoint.ts'

/** Calls a public endpoint in the same process, by its contract entry, as a visitor without a session. */
export type PageCall = <E extends Endpoint>(endpoint: E, params?: ParamsOf<E>) => Promise<ReplyOf<E>>

/** How loaders reach the operations. The server fills it; see entry.server.tsx. */
export const pageCall = createContext<PageCall>()

/** The address that visitors use, for canonical and preview addresses. No trailing slash. */
export const siteOrigin = createContext<string>()
