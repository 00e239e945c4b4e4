import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsStaying, writeDown } from '#client/ui/use-is-staying.ts'

/** Minimum milliseconds between updates of the URL, because browsers limit how often a page may change its URL. */
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
 * Keeps a list's filter in the query string of the URL, so that a link or the back button restores the filter. `read`
 * parses the query string and must return every field of the filter.
 */
export function useAddressFilter<Chosen extends Filter>(read: (params: URLSearchParams) => Chosen) {
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const { search } = useLocation()
  const there = read(new URLSearchParams(search))
  const address = JSON.stringify(there)
  const [chosen, setChosen] = useState(there)
  /**
   * `own`: query strings that this component has written to the URL and React Router has not reported yet, oldest
   * first. Any other new query string comes from a link or the back button.
   */
  const [known, setKnown] = useState({ address, own: [] as string[] })
  const lastWrite = useRef(0)
  if (known.address !== address) {
    setKnown({ address, own: known.own.slice(known.own.indexOf(address) + 1) })
    // The URL changed by a link or the back button, so take the filter from the URL.
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

/** Returns the query parameter `name` if it is a positive integer; otherwise undefined. */
export function readId(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** Returns the query parameter `name` if its value is one of `words`; otherwise undefined. */
export function readOneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = params.get(name)
  return words.find((word) => word === given)
}
