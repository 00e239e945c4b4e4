import type { ServerBuild } from 'react-router'

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
  /** React Router's single-fetch document of the page's loaders. */
  isData: boolean
}

type Pattern = { id: string; parts: string[]; least: number }

/** A path that no page has, so that one "Page Not Found" document serves all of them. */
const unknownPath = '/-/-'

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
  if (parts.includes(':token')) {
    return isAsRouted(pathname) ? { id, drawn: write(parts.map(hideParameter)), isData } : unknown
  }
  const own = parts.map((part, at) => writePart(part, asked[at]!))
  const path = write(own)
  const isEvent = parts.includes(slugPart)
  const drawn = isEvent || parts.includes(partnerPart) ? path : write(parts.map(hideParameter))
  return {
    id,
    path,
    drawn,
    ...(isEvent && { slug: readSlug(asked[parts.indexOf(slugPart)]!) }),
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
