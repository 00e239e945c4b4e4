import type { FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { readAnswerPage, readQuotePage } from '#features/feedback/contract.ts'
import { readJoinPage } from '#features/join-links/contract.ts'
import { readPartnerNumbers } from '#features/partner-links/contract.ts'
import type { PageCall } from '#kernel/pages.ts'
import { malformedAddress, publicOrigin } from '#platform/http/origin.ts'

/** The page that a URL refers to: one of the pages that React Router renders, with the values in the path. */
export type PageAddress = {
  /** React Router's id of the page's route; undefined if no page matches. */
  id?: string
  /**
   * The path to which aliases of the URL, such as one with capitals, redirect. Undefined for unknown pages and for
   * paths with a token.
   */
  path?: string
  /**
   * The cache key: the path with `-` in place of each parameter that only the browser reads, because the server renders
   * the same document for all values of that parameter.
   */
  drawn: string
  /** The event's slug, for event pages. */
  slug?: string
  /** On event pages, the cache key of the 404 document, which is the same for all slugs without an event. */
  missing?: string
  /** The token in the path, if the page has one. */
  token?: string
  /** Whether the URL is that of a page's React Router single-fetch data, which ends in `.data`. */
  isData: boolean
}

/**
 * Returns the URL of a request. Throws a 400 refusal if the URL is malformed. Also throws if the path begins
 * with a tab, a line break or a backslash after decoding, such as "/%0A/": React Router parses the decoded path
 * as a URL again and would take such a path for a host.
 */
export function pageAddress(request: FastifyRequest): URL {
  // A proxy may send an absolute URL in the request line; ignore its host.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const address = URL.parse(`${publicOrigin(request)}${target.startsWith('/') ? '' : '/'}${target}`)
  const isHost = address && /^\/+%(?:09|0a|0d|5c)/i.test(address.pathname)
  if (!address || isHost) throw malformedAddress('The address is not valid')
  return address
}

/** Returns the path of a request exactly as the client sent it. */
export function sentPath({ url }: FastifyRequest) {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
}

/**
 * The endpoints that loaders of pages call with the token of their URL, by route. Pages with a known token are not
 * cached.
 */
export const readingsOf: Record<string, Parameters<PageCall>[0][]> = {
  'join/:token': [readJoinPage],
  'answers/:token': [readAnswerPage, readQuotePage],
  'partner-numbers/:token': [readPartnerNumbers],
}

type Pattern = { id: string; parts: string[]; least: number }

/** A path without a page, under which the "Page Not Found" document of all unknown paths is cached. */
export const unknownPath = '/-/-'

/**
 * Path parameters on which the rendered document depends. Only scripts in the browser read all other parameters, so
 * those are left out of the cache key.
 */
const slugPart = ':slug'
const partnerPart = ':partnerPath'

const compiled = new WeakMap<ServerBuild['routes'], Pattern[]>()

/** Returns the path patterns of all pages, those with fewer parameters first, as React Router ranks them. */
function compile(routes: ServerBuild['routes']): Pattern[] {
  const known = compiled.get(routes)
  if (known) return known
  const patterns = Object.values(routes).flatMap((route): Pattern[] => {
    const isPage = route && (route.index || route.path) && route.path !== '*'
    if (!isPage) return []
    const written = (route.path ?? '').split('/').filter(Boolean)
    const optional = written.findIndex((part) => part.endsWith('?'))
    const parts = written.map((part) => part.replace(/\?$/, ''))
    return [{ id: route.id, parts, least: optional < 0 ? parts.length : optional }]
  })
  const parameters = ({ parts }: Pattern) => parts.filter((part) => part.startsWith(':')).length
  const ranked = patterns.toSorted((one, other) => parameters(one) - parameters(other))
  compiled.set(routes, ranked)
  return ranked
}

function matches({ parts, least }: Pattern, segments: string[]) {
  return (
    segments.length >= least &&
    segments.length <= parts.length &&
    segments.every((part, at) => parts[at]!.startsWith(':') || parts[at] === part.toLowerCase())
  )
}

/**
 * Returns the page of a path. Accepts repeated and trailing slashes, percent-encoding and capitals, as React
 * Router does. Throws URIError for a path that cannot be decoded.
 */
export function findPageAddress(routes: ServerBuild['routes'], pathname: string): PageAddress {
  const segments = decodeURIComponent(pathname).split('/').filter(Boolean)
  const last = segments.at(-1) ?? ''
  const isData = last.endsWith('.data')
  if (isData) {
    segments.pop()
    // React Router requests the data of the front page at `/_.data`.
    if (last !== '_.data' && last !== '.data') segments.push(last.slice(0, -'.data'.length))
  }
  const write = (parts: string[]) => {
    if (!isData) return `/${parts.join('/')}`
    return parts.length === 0 ? '/_.data' : `/${parts.join('/')}.data`
  }
  const isRelative = segments.some((part) => part === '.' || part === '..')
  const pattern = isRelative ? undefined : compile(routes).find((each) => matches(each, segments))
  const unknown = { drawn: isData ? `${unknownPath}.data` : unknownPath, isData }
  if (!pattern) return unknown
  const parts = pattern.parts.slice(0, segments.length)
  const { id } = pattern
  const shared = write(parts.map(hideParameter))
  const token = segments[parts.indexOf(':token')]
  if (token !== undefined) {
    return isAsRouted(pathname) ? { id, drawn: shared, token, isData } : unknown
  }
  const own = parts.map((part, at) => writePart(part, segments[at]!))
  const path = write(own)
  const isEvent = parts.includes(slugPart)
  const drawn = isEvent || parts.includes(partnerPart) ? path : shared
  return {
    id,
    path,
    drawn,
    ...(isEvent && { slug: readSlug(segments[parts.indexOf(slugPart)]!), missing: shared }),
    isData,
  }
}

/** Returns whether React Router finds a page at a path, which may contain repeated slashes only at the end. */
function isAsRouted(pathname: string) {
  return !pathname.replace(/\/+$/, '').includes('//')
}

function hideParameter(part: string) {
  return part.startsWith(':') ? '-' : part
}

/** Normalises a slug like the slugs in the database, so that one page is not cached under several spellings. */
function readSlug(segment: string) {
  return segment.normalize('NFC').toLowerCase()
}

function writePart(part: string, segment: string) {
  if (part === slugPart) return encodeURIComponent(readSlug(segment))
  if (part === partnerPart) return encodeURIComponent(segment.toLowerCase())
  return part.startsWith(':') ? encodeURIComponent(segment) : part
}
