import type { FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { malformedAddress, publicOrigin } from '#platform/http/origin.ts'

/** What an address names among the pages of a build. */
export type PageAddress = {
  /** Route id; undefined for an address that no page matches. */
  id?: string
  /** The canonical path. Undefined where there is none: unknown pages and pages whose path holds a token. */
  path?: string
  /** A path whose document is the same: `-` in place of each parameter that the server does not read. */
  drawn: string
  /** The event's, where the page is an event's. */
  slug?: string
  /** Path of the one document for all events that do not exist; only with `slug`. */
  missing?: string
  /** The token in the path, where the page has one. */
  token?: string
  /** React Router's single-fetch document of the page's loaders. */
  isData: boolean
}

/**
 * Returns the address that a request asks for; throws 400 if there is none or it cannot be decoded. The router parses
 * the decoded path as an address again, and would take a path that begins with a tab, a line feed or a backslash, such
 * as "/%0A/", for a host.
 */
export function pageAddress(request: FastifyRequest): URL {
  // Proxies may send an absolute address; its host decides nothing here.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const address = URL.parse(`${publicOrigin(request)}${target.startsWith('/') ? '' : '/'}${target}`)
  const isHost = address && /^\/+%(?:09|0a|0d|5c)/i.test(address.pathname)
  if (!address || isHost) throw malformedAddress('The address is not valid')
  return address
}

/** Returns the path of the request as it was sent. */
export function sentPath({ url }: FastifyRequest) {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
}

type Pattern = { id: string; parts: string[]; least: number }

/** A path that no page has, so that one "Page Not Found" document serves all of them. */
export const unknownPath = '/-/-'

/** Parameters that loaders read; all others are read by the browser alone. */
const slugPart = ':slug'
const partnerPart = ':partnerPath'

const compiled = new WeakMap<ServerBuild['routes'], Pattern[]>()

/** Patterns with fewer parameters first, as React Router ranks them. */
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

function matches({ parts, least }: Pattern, asked: string[]) {
  return (
    asked.length >= least &&
    asked.length <= parts.length &&
    asked.every((part, at) => parts[at]!.startsWith(':') || parts[at] === part.toLowerCase())
  )
}

/**
 * Finds the page that a path spells in whatever way: repeated and trailing slashes, percent-encoded letters, and
 * capitals, which the router does not tell apart. Throws URIError for a path that cannot be decoded.
 */
export function findPageAddress(routes: ServerBuild['routes'], pathname: string): PageAddress {
  const asked = decodeURIComponent(pathname).split('/').filter(Boolean)
  const last = asked.at(-1) ?? ''
  const isData = last.endsWith('.data')
  if (isData) {
    asked.pop()
    // The front page's is `/_.data`.
    if (last !== '_.data' && last !== '.data') asked.push(last.slice(0, -'.data'.length))
  }
  const write = (parts: string[]) => {
    if (!isData) return `/${parts.join('/')}`
    return parts.length === 0 ? '/_.data' : `/${parts.join('/')}.data`
  }
  const isRelative = asked.some((part) => part === '.' || part === '..')
  const pattern = isRelative ? undefined : compile(routes).find((each) => matches(each, asked))
  const unknown = { drawn: isData ? `${unknownPath}.data` : unknownPath, isData }
  if (!pattern) return unknown
  const parts = pattern.parts.slice(0, asked.length)
  const { id } = pattern
  const shared = write(parts.map(hideParameter))
  const token = asked[parts.indexOf(':token')]
  if (token !== undefined) {
    return isAsRouted(pathname) ? { id, drawn: shared, token, isData } : unknown
  }
  const own = parts.map((part, at) => writePart(part, asked[at]!))
  const path = write(own)
  const isEvent = parts.includes(slugPart)
  const drawn = isEvent || parts.includes(partnerPart) ? path : shared
  return {
    id,
    path,
    drawn,
    ...(isEvent && { slug: readSlug(asked[parts.indexOf(slugPart)]!), missing: shared }),
    isData,
  }
}

/** The router itself allows slashes at the end alone. */
function isAsRouted(pathname: string) {
  return !pathname.replace(/\/+$/, '').includes('//')
}

function hideParameter(part: string) {
  return part.startsWith(':') ? '-' : part
}

/** As slugs are stored, so that one page is never cached under many spellings. */
function readSlug(asked: string) {
  return asked.normalize('NFC').toLowerCase()
}

function writePart(part: string, asked: string) {
  if (part === slugPart) return encodeURIComponent(readSlug(asked))
  if (part === partnerPart) return encodeURIComponent(asked.toLowerCase())
  return part.startsWith(':') ? encodeURIComponent(asked) : part
}
