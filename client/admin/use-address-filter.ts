import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsStaying, writeDown } from '#client/ui/use-is-staying.ts'

/** Milliseconds between updates, because browsers limit how often a page may change its URL. */
const pauseMs = 300

type Filter = Record<string, string | number | undefined>

function searchOf(filter: Filter, search: string) {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  return params.toString()
}

/**
 * Keeps a list's filter in the query string, so that it can be linked and the back button restores it. `read`
 * parses it and must return every field. The state changes at once, the URL with a delay.
 */
export function useAddressFilter<Chosen extends Filter>(read: (params: URLSearchParams) => Chosen) {
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const { search } = useLocation()
  const there = read(new URLSearchParams(search))
  const address = JSON.stringify(there)
  const [chosen, setChosen] = useState(there)
  /** `own`: URLs that this list has written and not yet read back. */
  const [known, setKnown] = useState({ address, own: [] as string[] })
  const lastWrite = useRef(0)
  if (known.address !== address) {
    setKnown({ address, own: known.own.slice(known.own.indexOf(address) + 1) })
    // The back button or a link changed the URL.
    if (!known.own.includes(address)) setChosen(there)
  }

  const wanted = JSON.stringify(chosen)
  useEffect(() => {
    if (wanted === address) return undefined
    if (isStaying()) writeDown(searchOf(chosen, window.location.search))
    const wait = Math.max(0, lastWrite.current + pauseMs - Date.now())
    const timer = setTimeout(() => {
      if (!isStaying()) return
      lastWrite.current = Date.now()
      setKnown((before) => ({ ...before, own: [...before.own, wanted] }))
      const changed = searchOf(chosen, window.location.search)
      void navigate({ search: changed }, { replace: true, preventScrollReset: true })
    }, wait)
    return () => clearTimeout(timer)
  }, [chosen, wanted, address, navigate, isStaying])

  return [chosen, setChosen] as const
}

/** Returns a positive integer from the query string; undefined otherwise. */
export function readId(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** Returns one of the allowed words from the query string; undefined otherwise. */
export function readOneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = params.get(name)
  return words.find((word) => word === given)
}
